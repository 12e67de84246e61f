/** English: everything that the page itself says. */
import { coach } from "./coach";
import { learn } from "./learn";
import { pages } from "./pages";
import { table } from "./table";
import { capital, cardName, cardsLaid, points, SUITS } from "./terms";
import { told } from "./told";
import { trouble } from "./trouble";

export const en = {
  name: "Haggis",
  points,
  capital,
  cardName,
  cardsLaid,
  suits: SUITS,
  ...pages,
  ...table,
  ...trouble,
  coach,
  learn,
  told,
};
