import { inGroup, type Setting, setting } from "./setting.js";

/** Settings that say how a file is read, where a guess is wrong. */
export const GUESS_SETTINGS: readonly Setting[] = [
  ...inGroup("Dataset", [
    setting("--name <name>", "name of the dataset; default: derived from the file's"),
    setting("--label <text>", "title of the dataset; default: derived from the file's name"),
    setting(
      "--currency <code>",
      "ISO 4217 code of the currency; default: that beside the amounts or in their headings",
    ),
    setting("--date <date>", "date of all rows, for a file without dates; default: the year in the file's name"),
  ]),
  ...inGroup("Columns", [
    setting("--amount <columns>", "column of the amount, then of further amounts, joined by commas"),
    setting("--time <column>", "column of the date of each row"),
    setting("--key <columns>", "columns that tell rows apart, joined by commas; the date is always one of them", {
      variable: "SPENDCUBE_KEY_COLUMNS",
    }),
    setting("--keep <columns>", "columns with data of persons that are to be published, joined by commas"),
    setting(
      "--leave-out <columns>",
      "columns that are not to be published, and rows, as COLUMN=TEXT of a cell, joined by commas",
    ),
  ]),
  ...inGroup("File", [
    setting("--encoding <name>", "encoding of the text, e.g. windows-1250; default: found out"),
    setting("--decimal <sign>", "decimal sign of the numbers, . or ,; default: found out"),
    setting(
      "--accept [kinds]",
      "suggestions and repairs to accept beside those that are beyond doubt, joined by commas: direction, phase, precision, hierarchy, levels, sheets, years, totals, notes, above, blanks, cells, units, scale, dates or all; default, and without a value: only what is beyond doubt",
    ),
    setting("--sheet <name>", "sheet of a spreadsheet, or file of an archive; default: the first with a table"),
    setting("--header-row <number>", "row of the file that names the columns; default: found out", {
      type: "number",
      least: 1,
    }),
    setting("--columns <names>", "names of all columns, joined by commas, for a file without a row that names them"),
    setting("--max-source-bytes <number>", "maximum size of a source", {
      preset: 10 * 2 ** 30,
      type: "number",
      least: 1,
    }),
  ]),
];
