import { InvalidQuery } from "../../errors/errors.js";
import { CALL_PARAMETERS } from "../../query/call-parameters.js";
import type { PageRange } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import type { Dataset } from "../../store/dataset.js";
import { numberedUrl } from "./links.js";
import { textCell } from "../formats/sheet-cells.js";
import { MAX_SHEET_ROWS, rowOf, type Sheet } from "../formats/workbook.js";

/**
 * Write the sheet that says what the data is: its address, where to cite the datasets, their licences and notes, and warnings.
 * @param path of the data: that of a call, or of a page
 */
export function aboutSheet(
  origin: string,
  path: string,
  datasets: readonly Dataset[],
  notes: readonly string[],
  warnings: readonly string[] = [],
): Sheet {
  const facts = [
    ["Address", origin + path],
    ...datasets.flatMap((dataset) => describe(dataset, origin)),
    ...notes.map((note) => ["Note", note]),
    ...warnings.map((warning) => ["Warning", warning]),
    [
      "Numbers",
      "An amount with more than 15 digits is text: as a number, a spreadsheet would round it. Sums of a spreadsheet may be off by cents.",
    ],
  ];
  return {
    name: "About",
    header: ["", "About this file"],
    rows: facts.map((row) => rowOf(row.map((cell) => textCell(cell)))),
  };
}

/** Refuse more rows than a sheet has. @param count of all rows, over all pages */
export function checkSheetRows(count: number, { first, pagesize }: Pick<PageRange, "first" | "pagesize">): void {
  const rows = Math.min(pagesize, count - first);
  if (rows <= MAX_SHEET_ROWS) return;
  throw new InvalidQuery(
    `format: a sheet has at most ${MAX_SHEET_ROWS} rows, and this answer ${rows}; write format=csv, or a smaller pagesize`,
  );
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
