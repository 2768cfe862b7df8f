import type { ColumnAnalysis, Misfits, TableAnalysis } from "../../analysis/table-analysis.js";
import { html, type Html } from "../parts/html.js";
import type { Reader } from "../parts/reader.js";
import { table } from "./sources.js";

/** More columns than anybody reads about. */
const MOST_SHOWN = 200;

/** How large a table is and how it is written. */
export function showTable(analysis: TableAnalysis, { numbers: { count } }: Reader): Html {
  const { numColumns, rows, isWhole, encoding, delimiter } = analysis;
  const separator = delimiter === "\t" ? "tabs" : delimiter;
  return html`<p>
    ${isWhole ? `${count(rows)} rows` : `The first ${count(rows)} rows were looked at; the file has more`}.
    ${count(numColumns)}
    columns${numColumns > MOST_SHOWN ? `, of which the first ${count(MOST_SHOWN)} are shown` : null}, separated by
    <code>${separator}</code>. Written in ${encoding}.
  </p>`;
}

/** What each column of a table holds. */
export function showColumns(analysis: TableAnalysis, reader: Reader): Html {
  const shown = analysis.columns.slice(0, MOST_SHOWN);
  return html`${showTable(analysis, reader)}
  ${table(
    "Columns",
    ["Column", "Holds", "Filled", "Empty", "Different", "For example"],
    shown.map((column) => row(column, reader)),
  )}`;
}

function row(column: ColumnAnalysis, reader: Reader): Html {
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

export function describeType({ type }: ColumnAnalysis, { numbers }: Reader): string {
  const { exact } = numbers.money(null);
  switch (type.kind) {
    case "empty":
      return "nothing";
    case "text":
      return "text";
    case "number": {
      const { min, max, sum, misfits, isFormatSure } = type;
      const written = isFormatSure ? `, decimals after "${type.numbers.decimal}"` : "";
      return `numbers from ${exact(min)} to ${exact(max)}, together ${exact(sum)}${written}${except(misfits)}`;
    }
    case "date": {
      const { min, max, precision, format, isAmbiguous, misfits } = type;
      const [from, to] = [min, max].map((date) => date.slice(0, { year: 4, month: 7, day: 10 }[precision]));
      const written = format === null ? "" : `, written ${format}`;
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
