import { type Decimal } from "../../../core/model/values/decimal.js";
import { useOf } from "../../../calls/reading/describe/field-use.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import { entryAmount, entryMember } from "../../../calls/reading/describe/describe-entry.js";
import type { ListedEntry } from "../../../calls/views/pages/search-figure.js";
import { nameMember } from "../parts/crumbs.js";
import { linkKey } from "../parts/describe-key.js";
import { markText } from "../parts/mark-text.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameTotal } from "../tables/name-total.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

/** A table of entries of one dataset. */
export interface EntriesTable {
  readonly caption: string;
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly precisions: Precisions;
  readonly entries: readonly ListedEntry[];
  /** Names of dimensions and measures, in order. */
  readonly fields: readonly string[];
  /** Writes the head of a column; by default its label. */
  readonly headOf?: (field: string, label: Html) => Html;
  /** The totals below the columns, by name of the measure. */
  readonly sums?: Readonly<Record<string, Decimal>>;
  /** True if they add up several years. */
  readonly addsYears?: boolean;
}

export function entriesTable(locale: PageLocale, table: EntriesTable): Html {
  const { caption, fields, entries, headOf, sums } = table;
  const columns = fields.flatMap((name) => columnOf(table, name));
  const money = locale.numbers.money(table.dataset.currency);
  const formats = exactFormats(table, columns, money);
  const hasSums = sums !== undefined && columns.some(({ name }) => sums[name] !== undefined);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table class="entries">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ name, label, isMeasure }) => {
            const text = html`<bdi>${label}</bdi>`;
            return html`<th scope="col" ${isMeasure ? html`class="number"` : null}>
              ${headOf ? headOf(name, text) : text}
            </th>`;
          })}
          <th scope="col">${locale.words.entries.entry}</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          (found) =>
            html`<tr>
              ${columns.map((column) => showCell(locale, table, column, found, formats))}
              <th scope="row">
                <a href="${locale.href(found.entry.html_url)}" data-label="${locale.words.entries.entry}"
                  >${found.entry.id.slice(0, 8)}</a
                >
              </th>
            </tr> `,
        )}
      </tbody>
      ${
        hasSums
          ? html`<tfoot>
              <tr>
                ${columns.map((column, at) => html`<td ${attributesOf(column)}>${sums[column.name] === undefined ? (at === 0 ? nameTotal(locale, table) : null) : formats.get(column.name)!(sums[column.name]!)}</td>`)}
                <td></td>
              </tr>
            </tfoot>`
          : null
      }
    </table>
  </div>`;
}

type Formats = ReadonlyMap<string, (amount: Decimal) => string>;

/** Return the number format of each measure, with the same decimals for all of its amounts. */
function exactFormats({ entries, sums = {} }: EntriesTable, columns: readonly Column[], money: Money): Formats {
  const measures = columns.filter(({ isMeasure }) => isMeasure);
  return new Map(
    measures.map(({ name, unit }) => {
      const amounts = entries.flatMap(({ entry }) => entryAmount(entry, name) ?? []);
      return [name, money.of({ unit }).exactly([...amounts, ...(sums[name] === undefined ? [] : [sums[name]])])];
    }),
  );
}

interface Column {
  readonly name: string;
  readonly label: string;
  readonly isMeasure: boolean;
  /** Unit of what a measure counts; absent for money. */
  readonly unit?: string | undefined;
  /** True for the measure that comes first on phones. */
  readonly isFirst: boolean;
  readonly dimension: DimensionDescription | null;
}

function columnOf({ dimensions, measures }: EntriesTable, name: string): Column | [] {
  const measure = measures.find((each) => each.name === name);
  const isFirst = measure !== undefined && measure === measures[0];
  if (measure) return { name, label: measure.label, isMeasure: true, unit: measure.unit, isFirst, dimension: null };
  const dimension = dimensions.find((each) => each.name === name);
  return dimension ? { name, label: dimension.label, isMeasure: false, isFirst, dimension } : [];
}

function showCell(
  locale: PageLocale,
  table: EntriesTable,
  column: Column,
  { entry, highlight }: ListedEntry,
  formats: Formats,
): Html {
  const { name, isMeasure, dimension } = column;
  const cell = attributesOf(column);
  const amount = entryAmount(entry, name);
  if (isMeasure) return html`<td ${cell}>${amount && formats.get(name)!(amount)}</td>`;
  const value = entryMember(entry, name);
  if (value === null || dimension === null) return html`<td ${cell}></td>`;
  // Members of codes without amounts have no pages.
  const hasPages = table.measures.length > 0;
  if (typeof value !== "object") {
    const text = String(value);
    const marked = markText(text, highlight.get(name) ?? []);
    const path =
      !hasPages || text === "" || text === "." || text === ".."
        ? null
        : `${dimension.html_url}/${encodeURIComponent(text)}`;
    return html`<td ${cell}>
      ${path === null ? html`<bdi>${text}</bdi>` : html`<a href="${locale.href(path)}"><bdi>${marked}</bdi></a>`}
    </td>`;
  }
  const label = nameMember(locale, dimension, value, table.precisions);
  const spans = highlight.get(`${name}.label`) ?? [];
  if (label !== value.label || spans.length === 0)
    return html`<td ${cell}>
      ${linkKey(locale, label || locale.words.figures.none, hasPages ? value.html_url : null)}
    </td>`;
  const marked = html`<bdi>${markText(label, spans)}</bdi>`;
  return html`<td ${cell}>
    ${value.html_url === null || !hasPages ? marked : html`<a href="${locale.href(value.html_url)}">${marked}</a>`}
  </td>`;
}

/** Return the attributes of a cell: on phones its label stands beside it, and amount and payee come first. */
function attributesOf({ name, label, isMeasure, isFirst }: Column): Html {
  const use = isMeasure ? `number${isFirst ? " use-amount" : ""}` : `use-${useOf({ name, label })}`;
  return html`class="${use}" data-label="${label}"`;
}
