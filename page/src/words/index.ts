/** The words that the page itself says. What happens in the game is worded by the server. */
import { en } from "./en";

export type Words = typeof en;
export const w: Words = en;
