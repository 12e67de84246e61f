/** What the browser keeps for the page. Where it keeps nothing, the page goes on and says so once. */

class Storage {
  /** Nothing can be kept: storage is full or forbidden. */
  blocked = $state(false);
  /** Not even the cookie that tells the server who this is. */
  stranger = $state(false);
  /** The notice about it was put away. */
  read = $state(false);
  readonly unread = $derived((this.blocked || this.stranger) && !this.read);
}
export const storage = new Storage();

export function kept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    storage.blocked = true;
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    storage.blocked = true;
  }
}
