import type { ColumnAnalysis, Misfits, TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { html, type Html } from "../parts/html.js";
import { exampleOf } from "./format-options.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError } from "../parts/show-error.js";
import { table } from "../parts/table.js";
import { enumerate } from "../parts/enumerate.js";

/** Maximum number of columns shown. */
const MAX_SHOWN = 200;

/** Write the size, delimiter and encoding of a table. */
export function showTable(analysis: TableAnalysis, locale: PageLocale): Html {
  const { numColumns, rows, isWhole, encoding, encodingDoubts = [], delimiter } = analysis;
  const { words, fill, fillHtml } = locale;
  const { size } = words.drafts;
  const values = {
    count: numColumns,
    separator: html`<code>${delimiter === "\t" ? size.tabs : delimiter}</code>`,
    encoding,
  };
  return html`<p>
      ${fill(isWhole ? size.rows : size.first, { count: rows })}
      ${numColumns > MAX_SHOWN ? fillHtml(size.many, { ...values, shown: MAX_SHOWN }) : fillHtml(size.columns, values)}
    </p>
    ${encodingDoubts.map((doubt) => html`<p dir="auto">${fillHtml(words.drafts.table.reason, { reason: showError(locale, doubt) })}</p>`)}`;
}

/** Write a table of the contents of each column. */
export function showColumns(analysis: TableAnalysis, locale: PageLocale): Html {
  const { contents: texts } = locale.words.drafts;
  const shown = analysis.columns.slice(0, MAX_SHOWN);
  return html`${showTable(analysis, locale)}
  ${table(
    texts.columns,
    [texts.column, texts.contents, texts.filled, texts.empty, texts.distinct, texts.examples],
    shown.map((column) => row(column, locale)),
  )}`;
}

function row(column: ColumnAnalysis, locale: PageLocale): Html {
  const { words, fill, numbers } = locale;
  const { count } = numbers;
  const { contents: texts } = words.drafts;
  const { heading, filled, empty, distinct, isDistinctExact, samples } = column;
  return html`<tr>
    <th scope="row" dir="auto">${heading === "" ? texts.noName : heading.slice(0, 200)}</th>
    <td dir="auto">${describeType(column, locale)}</td>
    <td class="number">${count(filled)}</td>
    <td class="number">${count(empty)}</td>
    <td class="number">${isDistinctExact ? count(distinct) : fill(texts.atLeast, { count: distinct })}</td>
    <td dir="auto">${samples.join(" · ")}</td>
  </tr> `;
}

export function describeType({ type }: ColumnAnalysis, locale: PageLocale): string {
  const { words, fill, numbers } = locale;
  const { contents } = words.drafts;
  const { exact } = numbers.money(null);
  switch (type.kind) {
    case "empty":
      return contents.noValues;
    case "text":
      return contents.text;
    case "number": {
      const { min, max, sum, misfits, isFormatSure, doubt } = type;
      if (doubt) return except(locale, contents.twoWays, misfits);
      const sums = { from: exact(min), to: exact(max), sum: exact(sum) };
      const sign = type.numbers.decimal;
      const written = isFormatSure ? fill(contents.numbersWritten, { ...sums, sign }) : fill(contents.numbers, sums);
      return except(locale, written, misfits);
    }
    case "date": {
      const { min, max, precision, format, isAmbiguous, misfits } = type;
      const [from, to] = [min, max].map((date) => date.slice(0, { year: 4, month: 7, day: 10 }[precision]));
      const span = { from: from!, to: to! };
      const written =
        format === null
          ? fill(contents.dates, span)
          : fill(contents.datesWritten, { ...span, example: exampleOf(locale, format) });
      return except(locale, isAmbiguous ? fill(contents.datesDoubted, { contents: written }) : written, misfits);
    }
  }
}

function except({ words, fill }: PageLocale, contents: string, { count, samples }: Misfits): string {
  return count === 0
    ? contents
    : fill(words.drafts.contents.except, { contents, count, examples: enumerate({ words, fill }, samples) });
}
