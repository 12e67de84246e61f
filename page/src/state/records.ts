/** Record files that somebody opens or drops: the server reads them, this page keeps their text while it is open. */
import { api, Refused } from "./api";
import type { GameOutline } from "./wire";

/** The server takes no larger ones. */
export const MOST_CHARACTERS = 700_000;
const FORGOTTEN = "study.forgotten";
const brought = new Map<string, { text: string; partial: boolean }>();

export async function bring(text: string, partial = false): Promise<GameOutline> {
  await api.me();
  const game = await api.bring(text, partial);
  brought.set(game.game, { text, partial });
  return game;
}

/** Whether only a part of the record is wrong: what comes before can be shown. */
export const holdsInPart = (refused: unknown): boolean =>
  refused instanceof Refused && refused.key === "replay.at-line";

/** The game; a record that the server has forgotten is brought again. */
export async function studyGame(id: string): Promise<GameOutline> {
  try {
    return await api.studyGame(id);
  } catch (refused) {
    const file = brought.get(id);
    if (!(refused instanceof Refused && refused.key === FORGOTTEN && file)) throw refused;
    return api.bring(file.text, file.partial);
  }
}
