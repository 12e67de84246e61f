/** The ways around: in the line at the top of every page, and as tiles on the first one. */
import { w } from "../words";
import type { IconName } from "./Icon.svelte";

interface Way {
  path: string;
  icon: IconName;
  /** In the line at the top. */
  short: string;
  name: string;
  words: string;
}

export const WAYS: readonly Way[] = [
  {
    path: "/friends",
    icon: "people",
    short: w.nav.friends,
    name: w.home.friends,
    words: w.home.friendsWords,
  },
  { path: "/learn", icon: "bulb", short: w.nav.learn, name: w.home.learn, words: w.home.learnWords },
  { path: "/lobby", icon: "eye", short: w.nav.lobby, name: w.home.lobby, words: w.home.lobbyWords },
  { path: "/games", icon: "list", short: w.nav.games, name: w.home.games, words: w.home.gamesWords },
  { path: "/rules", icon: "book", short: w.nav.rules, name: w.home.rules, words: w.home.rulesWords },
];
