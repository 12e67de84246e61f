/** Whether a deal was dealt as promised, in words. */
export const fair = {
  title: {
    "chosen-by-nobody": "Nobody chose this deal: checked",
    fits: "This deal fits its numbers: checked",
    "without-mine": "This deal was made without your share",
    unchanged: "This deal was not changed: checked",
    broken: "How this deal was checked",
  },
  all: {
    "chosen-by-nobody": "Nobody chose the deals of this game: all checked",
    fits: "The deals of this game fit their numbers: all checked",
    "without-mine": "The deals of this game were made without your share",
    unchanged: "The deals of this game were not changed: all checked",
    broken: "",
  },
  about: {
    "chosen-by-nobody":
      "The server settled its secrets and showed their commitment. Only then your browser sent a random number of its own, your share. The cards follow from both, so nobody could choose them, not even the server. Your browser has computed them anew: they are the same.",
    fits: "The cards follow from the secret and the shares below; your browser has computed them anew. Whoever gave a share can be sure that nobody chose them. This browser gave none.",
    "without-mine":
      "The random number that your browser wanted to add was not used: it came too late, or the server left it out. So your browser can't tell whether somebody chose the cards.",
    unchanged:
      "Before the first card the server showed the promise below. It is the SHA-256 of the deal and the salt, so the deal was not changed afterwards. No player gave a share, so nothing shows that nobody chose it.",
    broken:
      "Every deal must fit what was promised before it. Keep the record of the game, and ask whoever runs this server. The command haggis verify --fair checks the record without this page.",
  },
  broken: (round: number) => `The deal of round ${round} is not as promised.`,
  faults: {
    changed: "It was changed after the promise.",
    played: "The cards that were played are not the cards on this sheet.",
    dropped: "The server made it without the shares that were sent.",
    settled: "The server does not stand by what it had settled before your share was sent.",
    share: "A share is not the one that was promised.",
    secret: "The server's secret is not the one that it had settled before the game.",
    cards: "The cards do not follow from the secret and the shares.",
  },
  leftOut: (names: string) =>
    `No share came in time from ${names}: the cards were dealt without it. That left the server at most the choice between dealing with it and without.`,
  numbers: {
    commitment: "The server's commitment, shown before any share was sent",
    secret: "The server's secret of this round",
    mine: "Your share",
    share: (name: string) => `${name}'s share`,
    promise: "Promise of this deal, shown before the first card",
    salt: "Salt of the promise",
  },
};
