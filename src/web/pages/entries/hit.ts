import { entryAmount, entryMember } from "../../../calls/reading/describe/describe-entry.js";
import type { DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import { type FieldUse, orderByUse, useOf } from "../../../calls/reading/describe/field-use.js";
import type { ListedEntry } from "../../../calls/views/pages/search-figure.js";
import type { SearchedDescription } from "../../../calls/views/resources/search-page.js";
import { shortAmount } from "../parts/amounts.js";
import { nameMember, titleOf } from "../parts/crumbs.js";
import { html, type Html } from "../parts/html.js";
import { markText } from "../parts/mark-text.js";
import { type PageLocale, withFiscalYears } from "../parts/page-locale.js";

/** A field of a hit as text, with the words that were found. */
interface HitField {
  readonly label: string;
  readonly use: FieldUse;
  readonly shown: Html;
  readonly isHit: boolean;
}

/** Fields that are shown of a hit without words that were found. */
const MIN_FIELDS = 3;
/** Uses of the fields in the first line, which need no label. */
const PLAIN: readonly FieldUse[] = ["date", "payee"];

/** Write a found entry: its amount, payee and date, then its purpose and the fields with the words. */
export function showHit(
  plain: PageLocale,
  { dataset, dimensions, measures, precisions, fiscal }: SearchedDescription,
  found: ListedEntry,
): Html {
  const locale = withFiscalYears(plain, fiscal);
  const { entry } = found;
  const money = locale.numbers.money(dataset.currency);
  const [measure] = measures;
  const amount = measure ? entryAmount(entry, measure.name) : null;
  const fields = orderByUse(dimensions).flatMap((dimension) => describeField(locale, dimension, found, precisions));
  const [date, payee] = PLAIN.map((use) => fields.find((each) => each.use === use));
  const rest = fields.filter((each) => each !== date && each !== payee && (each.isHit || each.use !== "identifier"));
  const numOthers = Math.max(0, MIN_FIELDS - rest.filter(({ isHit }) => isHit).length);
  const others = new Set(rest.filter(({ isHit }) => !isHit).slice(0, numOthers));
  return html`<li>
    <p class="lead-line">
      <a class="amount" href="${locale.href(entry.html_url)}"
        >${amount ? shortAmount(money.of(measure), amount) : locale.words.entries.entry}</a
      >
      ${payee === undefined ? null : html`<bdi class="payee">${payee.shown}</bdi>`}
      ${date === undefined ? null : html`<small>${date.shown}</small>`}
    </p>
    <dl>
      ${rest
        .filter((each) => each.isHit || others.has(each))
        .map(
          ({ label, shown }) =>
            html`<div>
              <dt><bdi>${label}</bdi></dt>
              <dd><bdi>${shown}</bdi></dd>
            </div> `,
        )}
      <div>
        <dt>${locale.words.search.datasetField}</dt>
        <dd>
          <a href="${locale.href(dataset.html_url)}"><bdi>${dataset.label}</bdi></a>
        </dd>
      </div>
    </dl>
  </li> `;
}

function describeField(
  locale: PageLocale,
  dimension: DimensionDescription,
  { entry, highlight }: ListedEntry,
  precisions: SearchedDescription["precisions"],
): readonly HitField[] {
  const { name, label } = dimension;
  const value = entryMember(entry, name);
  if (value === null) return [];
  const plain = typeof value === "object" ? titleOf(locale, value) : String(value);
  if (plain === "") return [];
  const spans = highlight.get(name) ?? highlight.get(`${name}.label`) ?? [];
  const other = [...highlight].find(
    ([key, at]) => key.startsWith(`${name}.`) && key !== `${name}.label` && at.length > 0,
  );
  const isHit = spans.length > 0 || other !== undefined;
  const text =
    typeof value === "object" && spans.length === 0 ? nameMember(locale, dimension, value, precisions) : plain;
  const shown =
    spans.length === 0 && other && typeof value === "object"
      ? html`${text} (${markText(String(value[other[0].slice(name.length + 1)] ?? ""), other[1])})`
      : markText(text, spans);
  return [{ label, use: useOf(dimension), shown, isHit }];
}
