import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { CALL_PARAMETERS } from "../../../core/query/call-parameters.js";
import type { PageRange } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { numberedUrl } from "./links.js";
import { MAX_CHARACTERS, textCell } from "../formats/sheet-cells.js";
import { type CutText, MAX_SHEET_ROWS, rowOf, type Sheet } from "../formats/workbook.js";

/**
 * Write the sheet that says what the data is: its address, where to cite the datasets, their licences and notes, and warnings.
 * @param path of the data: that of a call, or of a page
 * @param adjusted facts of what amounts were adjusted by
 * @returns a function that makes it when it is known which texts were cut
 */
export function aboutSheet(
  origin: string,
  path: string,
  datasets: readonly Dataset[],
  notes: readonly string[],
  warnings: readonly string[] = [],
  adjusted: readonly (readonly string[])[] = [],
): (cut: readonly CutText[]) => Sheet {
  const facts = [
    ["Address", origin + path],
    ...adjusted,
    ...datasets.flatMap((dataset) => describe(dataset, origin)),
    ...notes.map((note) => ["Note", note]),
    ...warnings.map((warning) => ["Warning", warning]),
    [
      "Numbers",
      "An amount with more than 15 digits is text: as a number, a spreadsheet would round it. Sums of a spreadsheet may be off by cents.",
    ],
  ];
  const write = function* (cut: readonly CutText[]): Iterable<string> {
    for (const row of [...facts, ...describeCut(cut)]) yield rowOf(row.map((cell) => textCell(cell)));
  };
  return (cut) => ({
    name: "About",
    header: ["", "About this file"],
    get numRows() {
      return facts.length + describeCut(cut).length;
    },
    rows: write(cut),
  });
}

/** Cut texts of which the place is given. */
const PLACES = 100;

/** Say which texts were cut. */
function describeCut(cut: readonly CutText[]): readonly (readonly string[])[] {
  if (cut.length === 0) return [];
  const most = MAX_CHARACTERS.toLocaleString("en");
  const places = cut.slice(0, PLACES).map(({ sheet, row, column }) => `sheet ${sheet}, row ${row}, column ${column}`);
  const more = cut.length > PLACES ? `; and ${(cut.length - PLACES).toLocaleString("en")} more, in italics` : "";
  return [["Cut texts", `A cell has ${most} characters at most. Cut here, whole as CSV: ${places.join("; ")}${more}.`]];
}

/**
 * Count the rows of a page.
 * @param count of all rows, over all pages
 * @throws InvalidQuery if they are more than a sheet has
 */
export function countSheetRows(count: number, { first, pagesize }: Pick<PageRange, "first" | "pagesize">): number {
  const rows = Math.max(0, Math.min(pagesize, count - first));
  if (rows <= MAX_SHEET_ROWS) return rows;
  throw new InvalidQuery(`format: ${errorText("too_many_rows_for_a_sheet", { maximum: MAX_SHEET_ROWS, rows })}`);
}

/** Return the path of a call, with the parameters that it has. */
export function callPath(call: "/api/2/aggregate" | "/api/2/search", parameters: Parameters): string {
  const pairs = CALL_PARAMETERS[call].flatMap((name) =>
    parameters.all(name).map((value): [string, string] => [name, value]),
  );
  return `${call}?${new URLSearchParams(pairs).toString()}`;
}

function describe({ model, number, changed }: Dataset, origin: string): readonly (readonly string[])[] {
  const { name, label, description, licence, currency } = model.dataset;
  return [
    ["Dataset", label],
    ...(description === null ? [] : [["Description", description]]),
    [
      "Cite as",
      `${label}, version ${number} of ${changed.toISOString().slice(0, 10)}, ${numberedUrl(origin, name, number)}`,
    ],
    ...(currency === null ? [] : [["Currency", currency]]),
    ...(licence === null ? [] : [["Licence", [licence.name, licence.url].filter(Boolean).join(", ")]]),
  ];
}
