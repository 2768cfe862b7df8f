import { currencyCode } from "../model/parse/codes.js";
import { scaleInHeading } from "./heading-scale.js";
import { CURRENCY_WORDS } from "../model/parse/table-rules.js";

/** ISO 4217 codes of currencies by the words for them that mean no other. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["euro", "EUR"],
  ["euros", "EUR"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["zł", "PLN"],
  ["kč", "CZK"],
  ["ft", "HUF"],
  ["лв", "BGN"],
  ["руб", "RUB"],
  ["грн", "UAH"],
]);

/** Return the code of a currency's name; `null` if the name has none, or several. */
export function codeOfName(name: string): string | null {
  const known = CODES.get(name.trim().toLowerCase());
  if (known !== undefined) return known;
  const found = /^[A-Z]{3}$/.test(name.trim()) ? currencyCode(name) : null;
  return found && "code" in found ? found.code : null;
}

/** Find the currency that the heading of a column names: in brackets, after "in", or at its end. */
export function currencyInHeading(given: string): string | null {
  const heading = scaleInHeading(given)?.plain ?? given;
  const [, name = ""] =
    /[([]\s*(?:in\s+)?(\p{L}{2,5}|\p{Sc})\s*[)\]]/iu.exec(heading) ??
    /(?:^|\s|,)in\s+(\p{L}{2,5}|\p{Sc})\s*$/iu.exec(heading) ??
    /[\s_-](\p{L}{3,5}|\p{Sc})\s*$/u.exec(heading) ??
    [];
  return codeOfName(name);
}

const UNIT = new RegExp(
  `^\\s*([A-Z]{3}|${CURRENCY_WORDS.map(escaped).join("|")})\\s*[-+(]?\\s*\\d|\\d[)-]?\\s*([A-Z]{3}|${CURRENCY_WORDS.map(escaped).join("|")})\\s*$`,
  "u",
);

/** Return the name of the currency before or after a number, as it is written; `null` if there is none. */
export function currencyInCell(cell: string): string | null {
  const [, before, after] = UNIT.exec(cell) ?? [];
  const name = before ?? after;
  if (name === undefined) return null;
  return CURRENCY_WORDS.includes(name) || "code" in currencyCode(name) ? name : null;
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
