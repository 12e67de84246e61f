/** What is said when the server is far away. */

export const trouble = {
  line: {
    joining: "Finding the table",
    away: "The connection is lost. Trying again.",
    jumped: "The clock of this machine jumped. The server was asked for the time again.",
    noTable: "There is no such table",
  },

  storage: {
    label: "This browser",
    blocked:
      "This browser keeps nothing for the page: its storage is full or forbidden. You can play, but settings are forgotten when you leave.",
    stranger:
      "This browser keeps no cookies, so the server can't know you again. Allow them for this page to hold a seat.",
  },

  elsewhere: {
    title: "You play in another tab",
    words: "This table is open in another tab of this browser, and the game goes on there.",
    here: "Play here",
  },

  errors: {
    offline: "The server can't be reached. Check the connection and try again.",
    trouble: "Something went wrong on the server. Try again.",
    away: "The connection was lost. Try again.",
  },
};
