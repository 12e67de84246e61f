/** Record files that somebody opens or drops: the server reads them, this page keeps their text while it is open. */
import { api, Refused } from "./api";
import type { GameOutline, RecordGames } from "./wire";

/** The server takes no larger ones. */
export const MOST_CHARACTERS = 700_000;
const FORGOTTEN = "study.forgotten";
const brought = new Map<string, { text: string; number: number; partial: boolean }>();

/** The games of a file, to choose from; null if there is one at most, or if opening it must say what is wrong. */
export async function choiceOf(text: string): Promise<RecordGames | null> {
  if (!text.trim().includes("\n")) return null;
  const found = await api.recordGames(text).catch(() => null);
  return found && found.count > 1 ? found : null;
}

export async function bring(text: string, number: number, partial: boolean): Promise<GameOutline> {
  await api.me();
  const game = await api.bring(text, number, partial);
  brought.set(game.game, { text, number, partial });
  return game;
}

/** The game; a record that the server has forgotten is brought again. */
export async function studyGame(id: string): Promise<GameOutline> {
  try {
    return await api.studyGame(id);
  } catch (refused) {
    const file = brought.get(id);
    if (!(refused instanceof Refused && refused.key === FORGOTTEN && file)) throw refused;
    return api.bring(file.text, file.number, file.partial);
  }
}
