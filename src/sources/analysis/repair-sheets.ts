import { phraseText } from "../../core/errors/phrase-text.js";
import type { TableFate } from "../ingest/tables/choose-tables.js";
import { isObject } from "../../core/model/parse/section.js";
import type { Definition } from "./column-uses.js";
import { isMonthName } from "./month-names.js";
import { nameFree } from "./name-free.js";
import type { Certainty, Repair } from "./repair.js";

/** A column for the sheet that a row is from: its name, and the text of each sheet. */
interface SheetColumn {
  readonly heading: string;
  readonly texts: readonly string[];
  readonly certainty: Certainty;
}

/**
 * Propose to read sheets, or files of an archive, with the same columns as one table. If their names have a period each,
 * that is beyond doubt.
 * @param rules of the table, as in a model; `null` for none
 */
export function repairSheets(
  fates: readonly TableFate[],
  header: readonly string[],
  rules: Definition | null,
): readonly Repair[] {
  const names = fates.filter(({ fate }) => fate === "read" || fate === "same columns").map(({ name }) => name);
  // A sheet that is named is wanted alone.
  if (names.length < 2 || rules?.sheet !== undefined) return [];
  const { heading: wanted, texts, certainty } = columnOf(names);
  const given = isObject(rules?.sheets) ? rules.sheets : null;
  const others = header.filter((each) => each !== given?.heading);
  const isThere = wanted === "Year" && others.some((each) => YEAR_HEADING.test(each));
  const heading = isThere ? null : nameFree(wanted, others);
  const isPlain = texts.every((text, at) => text === names[at]);
  const column = heading === null ? {} : { heading };
  return [
    {
      kind: "sheets",
      label: phraseText("read_sheets", { count: names.length, first: names[0], last: names.at(-1) }),
      reason:
        heading === null
          ? phraseText("sheets_alike", { count: names.length })
          : phraseText("sheets_alike_with_column", { count: names.length, column: heading }),
      examples: names.slice(0, 3).map((name, at) => (heading === null ? name : `${name} → ${heading}: ${texts[at]}`)),
      table: {
        sheets: given ?? {
          names: isPlain ? names : Object.fromEntries(names.map((name, at) => [name, texts[at]!])),
          ...column,
        },
      },
      certainty,
    },
  ];
}

const YEAR_HEADING =
  /^(?:(?:fiscal|financial|budget) )?(?:year|jahr|haushaltsjahr|année|exercice|año|ejercicio|anno|esercizio|ano|exercício|jaar|år|vuosi|aasta|rok|godina|leto|an|anul|gads|metai|год|рік|година|έτος|yıl|年度|年)$/iu;

function columnOf(names: readonly string[]): SheetColumn {
  const bare = names.map((name) => name.replace(/^.*\//, "").replace(/\.\w{1,4}$/, ""));
  const areDifferent = (texts: readonly (string | null)[]): texts is readonly string[] =>
    !texts.includes(null) && new Set(texts).size === names.length;
  const [years, months] = [bare.map(yearIn), bare.map(monthIn)];
  if (areDifferent(months)) return { heading: "Month", texts: months, certainty: "sure" };
  if (areDifferent(years)) return { heading: "Year", texts: years, certainty: "sure" };
  if (bare.every(isMonthName)) return { heading: "Month", texts: bare, certainty: "likely" };
  // Sheets that differ in a number alone are parts of one.
  const isNumbered = new Set(bare.map((name) => name.replace(/\d+/, "#"))).size === 1;
  return { heading: "Sheet", texts: isNumbered ? bare : names, certainty: isNumbered ? "likely" : "doubtful" };
}

/** Return the only year, or fiscal year, of a name. */
function yearIn(name: string): string | null {
  const found = [...name.matchAll(/(?<!\d)((?:19|20)\d\d)(?:\s?[-/_–]\s?(\d{4}|\d\d))?(?!\d)/g)];
  const [[, year = "", second] = []] = found;
  if (found.length !== 1) return null;
  const next = String(Number(year) + 1);
  return second !== undefined && (second === next || second === next.slice(2)) ? `${year}-${second}` : year;
}

/** Return the only month of a name that has its year, as `2023-01`. */
function monthIn(name: string): string | null {
  const found = [...name.matchAll(/(?<!\d)((?:19|20)\d\d)\s?[-/_.]?\s?(0[1-9]|1[0-2])(?!\d)/g)];
  const [[, year, month] = []] = found;
  return found.length === 1 ? `${year}-${month}` : null;
}
