/** A notification of the system, for those who look elsewhere. */

export const canNotify = (): boolean => "Notification" in globalThis;

/** Asks the browser; true when notifications are allowed. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Shows a notification that leads back to this page; gives a way to take it away. */
export function notify(title: string, body: string): () => void {
  if (!canNotify() || Notification.permission !== "granted") return () => undefined;
  const notice = new Notification(title, { body, icon: "/favicon.svg", tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
  return () => notice.close();
}
