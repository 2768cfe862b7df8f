import type { ColumnAnalysis, Misfits, TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { html, type Html } from "../parts/html.js";
import { exampleOf } from "./format-options.js";
import type { PageReader } from "../parts/reader.js";
import { table } from "../parts/table.js";

/** Maximum number of columns shown. */
const MAX_SHOWN = 200;

/** Write the size, delimiter and encoding of a table. */
export function showTable(analysis: TableAnalysis, { numbers: { count } }: PageReader): Html {
  const { numColumns, rows, isWhole, encoding, encodingDoubts = [], delimiter } = analysis;
  const separator = delimiter === "\t" ? "tabs" : delimiter;
  return html`<p>
      ${isWhole ? `${count(rows)} rows` : `Only the first ${count(rows)} rows were analysed; the file has more`}.
      ${count(numColumns)}
      columns${numColumns > MAX_SHOWN ? `, of which the first ${count(MAX_SHOWN)} are shown` : null}, separated by
      <code>${separator}</code>. Encoding: ${encoding}.
    </p>
    ${encodingDoubts.map((doubt) => html`<p>${doubt}.</p>`)}`;
}

/** Write a table of the contents of each column. */
export function showColumns(analysis: TableAnalysis, reader: PageReader): Html {
  const shown = analysis.columns.slice(0, MAX_SHOWN);
  return html`${showTable(analysis, reader)}
  ${table(
    "Columns",
    ["Column", "Contents", "Filled", "Empty", "Different values", "Examples"],
    shown.map((column) => row(column, reader)),
  )}`;
}

function row(column: ColumnAnalysis, reader: PageReader): Html {
  const { count } = reader.numbers;
  const { heading, filled, empty, distinct, isDistinctExact, samples } = column;
  return html`<tr>
    <th scope="row" dir="auto">${heading === "" ? "(no name)" : heading.slice(0, 200)}</th>
    <td dir="auto">${describeType(column, reader)}</td>
    <td class="number">${count(filled)}</td>
    <td class="number">${count(empty)}</td>
    <td class="number">${isDistinctExact ? null : "at least "}${count(distinct)}</td>
    <td dir="auto">${samples.join(" · ")}</td>
  </tr> `;
}

export function describeType({ type }: ColumnAnalysis, { numbers }: PageReader): string {
  const { exact } = numbers.money(null);
  switch (type.kind) {
    case "empty":
      return "no values";
    case "text":
      return "text";
    case "number": {
      const { min, max, sum, misfits, isFormatSure, doubt } = type;
      if (doubt) return `numbers that can be read in two ways${except(misfits)}`;
      const written = isFormatSure ? `, decimals after "${type.numbers.decimal}"` : "";
      return `numbers from ${exact(min)} to ${exact(max)}, in total ${exact(sum)}${written}${except(misfits)}`;
    }
    case "date": {
      const { min, max, precision, format, isAmbiguous, misfits } = type;
      const [from, to] = [min, max].map((date) => date.slice(0, { year: 4, month: 7, day: 10 }[precision]));
      const written = format === null ? "" : `, written like ${exampleOf(format)}`;
      const doubt = isAmbiguous ? "; day and month could be the other way round" : "";
      return `dates from ${from} to ${to}${written}${doubt}${except(misfits)}`;
    }
  }
}

function except({ count, samples }: Misfits): string {
  return count === 0
    ? ""
    : `; something else in ${count}${count === 1 ? " cell" : " cells"}, such as ${samples.join(", ")}`;
}
