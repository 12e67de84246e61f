/** What the coach says in the first rounds. */

export const coach = {
  label: "Coach",
  off: "No more tips",
  again: "A coach for the next rounds",
  tips: {
    bet: "You may bet until you have played your first card: the chips are by your name.",
    play: "The button says what your cards are. Nothing is played until you press it.",
    pairs: "Look: a sequence of pairs. Neighbouring pairs in the same suits leave your hand in one play.",
    bomb: "Only a bomb beats this. You would win the trick, but somebody else captures its cards.",
    wild: "A court card can stand for the card you lack, but you have only three of them.",
    stuck: "Nothing you hold beats this, so pass. You are back in the next trick.",
    haggis:
      "Somebody is nearly out. Whoever goes out first also gets the haggis, the cards nobody was dealt.",
    bombed: "That is a bomb: only a higher bomb beats it. Whoever wins a trick with one gives it away.",
  },
};
