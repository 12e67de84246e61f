/** The ways around: in the line at the top of every page, and as tiles on the first one. */
import { w } from "../words";
import type { IconName } from "./Icon.svelte";

interface Way {
  path: string;
  icon: IconName;
  /** In the line at the top. */
  short: string;
  /** In a narrow line. */
  brief: string;
  name: string;
  words: string;
}

export const WAYS: readonly Way[] = [
  {
    path: "/friends",
    icon: "people",
    short: w.nav.friends,
    brief: w.nav.brief.friends,
    name: w.home.friends,
    words: w.home.friendsWords,
  },
  {
    path: "/learn",
    icon: "bulb",
    short: w.nav.learn,
    brief: w.nav.brief.learn,
    name: w.home.learn,
    words: w.home.learnWords,
  },
  {
    path: "/puzzles",
    icon: "puzzle",
    short: w.nav.puzzles,
    brief: w.nav.puzzles,
    name: w.home.puzzles,
    words: w.home.puzzlesWords,
  },
  {
    path: "/lobby",
    icon: "eye",
    short: w.nav.lobby,
    brief: w.nav.lobby,
    name: w.home.lobby,
    words: w.home.lobbyWords,
  },
  {
    path: "/games",
    icon: "list",
    short: w.nav.games,
    brief: w.nav.brief.games,
    name: w.home.games,
    words: w.home.gamesWords,
  },
  {
    path: "/rules",
    icon: "book",
    short: w.nav.rules,
    brief: w.nav.rules,
    name: w.home.rules,
    words: w.home.rulesWords,
  },
];
