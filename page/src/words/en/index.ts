/** English: everything that the page itself says. */
import { coach } from "./coach";
import { fair } from "./fair";
import { learn } from "./learn";
import { pages } from "./pages";
import { study } from "./study";
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
  ...study,
  ...trouble,
  coach,
  fair,
  learn,
  told,
};
