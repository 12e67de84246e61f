/** What happened, told to one of the players: by the key of the server's sentence. */
import { cards, points } from "./terms";

interface Who {
  name: string;
  you: boolean;
}
export interface Told {
  who: (name: string) => Who;
  number: (name: string) => number;
  text: (name: string) => string;
  /** "Ann 12, you 40", where a sentence lists what everybody got. */
  everybody: string;
}

const does = (who: Who, you: string, they: string): string =>
  who.you ? `You ${you}` : `${who.name} ${they}`;
const object = (who: Who): string => (who.you ? "you" : who.name);
const trick = (said: Told): string => `${cards(said.number("cards"))}, ${points(said.number("points"))}`;
const out = (said: Told, place: string): string =>
  `${does(said.who("name"), "go", "goes")} out ${place}: ${cards(said.number("cards"))} in the largest hand left`;

export const told: Record<string, (said: Told) => string> = {
  "action.no-bet": (said) => `${does(said.who("name"), "say", "says")}: no bet`,
  "action.bet": (said) => `${does(said.who("name"), "bet", "bets")} ${points(said.number("amount"))}`,
  "action.play": (said) => `${does(said.who("name"), "play", "plays")} ${said.text("reading")}`,
  "action.pass": (said) => does(said.who("name"), "pass", "passes"),
  "action.give": (said) =>
    `${does(said.who("name"), "give", "gives")} the trick to ${object(said.who("to"))}`,
  "event.trick": (said) => `${does(said.who("name"), "take", "takes")} the trick (${trick(said)})`,
  "event.bombed-trick": (said) =>
    `${does(said.who("name"), "win", "wins")} the trick with a bomb, so ${
      said.who("captor").you ? "you capture" : `${said.who("captor").name} captures`
    } it (${trick(said)})`,
  "event.first-out": (said) => out(said, "first"),
  "event.second-out": (said) => out(said, "second"),
  "event.round-scored": (said) => `The round scores ${said.everybody}`,
  "event.game-won": (said) => `${does(said.who("name"), "win", "wins")} the game (${said.everybody})`,
  "log.dealt": (said) =>
    `Round ${said.number("round")}: ${
      said.who("dealer").you ? "you deal" : `${said.who("dealer").name} deals`
    }, ${said.who("lead").you ? "you lead" : `${said.who("lead").name} leads`}`,
  "log.late": (said) =>
    said.who("name").you ? "Your time ran out" : `${said.who("name").name}'s time ran out`,
  "log.takeback": (said) => `${does(said.who("name"), "take", "takes")} an action back`,
  "log.takeback-asked": (said) => `${does(said.who("name"), "ask", "asks")} to take an action back`,
  "log.takeback-agreed": (said) => does(said.who("name"), "agree", "agrees"),
  "log.takeback-refused": (said) => does(said.who("name"), "do not agree", "does not agree"),
  "log.sat": (said) => does(said.who("name"), "sit down", "sits down"),
  "log.left": (said) => does(said.who("name"), "leave", "leaves"),
  "log.returned": (said) => does(said.who("name"), "are back", "is back"),
  "log.handed": (said) => `${said.who("name").name} plays on for ${object(said.who("other"))}`,
  "log.resigned": (said) =>
    `${does(said.who("other"), "resign", "resigns")}; ${said.who("name").name} plays on`,
  "log.replaced": (said) =>
    `${does(said.who("host"), "send", "sends")} ${object(said.who("other"))} from the table; ${
      said.who("name").name
    } plays on`,
  "log.named": (said) =>
    said.who("name").you
      ? `You are now called ${said.who("name").name}`
      : `${said.text("other")} is now called ${said.who("name").name}`,
  "log.rematch": (said) => `${does(said.who("name"), "ask", "asks")} for a rematch`,
};
