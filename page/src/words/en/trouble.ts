/** What is said when the server is far away. */

export const trouble = {
  line: {
    joining: "Finding the table",
    away: "The connection is lost. Trying again.",
    noTable: "There is no such table",
  },

  errors: {
    offline: "The server can't be reached. Check the connection and try again.",
    trouble: "Something went wrong on the server. Try again.",
    away: "The connection was lost. Try again.",
  },
};
