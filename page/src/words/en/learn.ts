/** What the lesson says, step by step. */

export const learn = {
  title: "How to play",
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  next: "Next",
  back: "Back",
  onTable: "On the table",
  yourHand: "Your cards",
  well: "Aye, that's it.",
  play: "Play your first round",
  skip: "Skip to a real round",
  tryIt: "Tap the cards.",
  hidden: "a card that nobody sees",
  steps: [
    {
      title: "Be rid of your cards",
      words:
        "Everybody holds fourteen number cards and three court cards: Jack, Queen and King. Whoever goes out first scores 5 points for every card in the biggest hand left. Nothing else pays as well.",
    },
    {
      title: "Sets: cards of one rank",
      words:
        "The leader may play any combination. One card is fine, so are two or more of the same rank. Choose both 6s.",
    },
    {
      title: "Runs: one suit, in a row",
      words: "Three or more ranks in a row of one suit make a run. Choose the green 4, 5 and 6.",
    },
    {
      title: "Sequences of pairs",
      words:
        "Two or more neighbouring pairs leave your hand in one play, if the same suits run through them. Red and yellow 4, red and yellow 5: choose all four. Triples work the same way.",
    },
    {
      title: "Beat it, or pass",
      words:
        "To follow you need the same shape, but higher: a pair on a pair, a run of three on a run of three. Here a pair of 5s is on the table. Find the pair that beats it.",
    },
    {
      title: "Court cards are wild",
      words:
        "A Jack, Queen or King stands for a missing card. The 8 and 9 of the blue drops need one more to beat that run: choose them and your Jack. The button now says what they are; nothing is played until you press it. Press it.",
    },
    {
      title: "Bombs",
      words:
        "Two or three court cards together are a bomb, and so are 3-5-7-9, all in one suit or all in different ones. A bomb beats everything but a higher bomb. The price: somebody else captures the trick. Choose Jack and Queen.",
    },
    {
      title: "The haggis",
      words:
        "Some cards are dealt to nobody: eight between two players, three among three. They are the haggis, and nobody sees them. Whoever goes out first gets them at the end, with the points they hold.",
    },
    {
      title: "Points and bets",
      words:
        "The cards in the tricks you take count too: 3, 5, 7 and 9 are worth 1, a Jack 2, a Queen 3, a King 5. Before your first card you may bet 15 or 30 that you go out first. Win it and it's yours; lose it and the others get it.",
    },
  ],
  done: "That is nearly everything. The rest comes by playing.",
};
