import type { ColumnAnalysis } from "../../../sources/analysis/table-analysis.js";
import { isLeftOut } from "../../../sources/analysis/persons.js";
import { isUnanswered } from "../../../calls/publishing/drafts/form/cell-format.js";
import { ADDED_COLUMNS } from "../../../calls/publishing/drafts/form/added-columns.js";
import { type ColumnChoice, type Role, ROLES } from "../../../calls/publishing/drafts/form/column-choice.js";
import { questionOf } from "../../../calls/publishing/drafts/form/questions.js";
import { describeType } from "./draft-columns.js";
import { formatOptions, option } from "./format-options.js";
import { html, type Html } from "../parts/html.js";
import { markWrong } from "../parts/mark-wrong.js";
import { columnField } from "./model-form-fields.js";
import { showPlainError } from "./plain-message.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface ColumnRow {
  readonly at: number;
  readonly choice: ColumnChoice;
  /** True if this column's row has the inputs for label, facet and key of its field. */
  readonly isLeader: boolean;
  /** The analysis of the column; `undefined` if there is none. */
  readonly analysis: ColumnAnalysis | undefined;
  /** Description shown instead of the analysis. */
  readonly about: Html | null;
  readonly errors: readonly string[];
  /** True if the last check found errors in its cells. */
  readonly hasWrongCells: boolean;
}

/** True if a column needs an answer: an error, also of cells, cells that can be read in two ways, or data of persons. */
export function needsAnswer(row: ColumnRow): boolean {
  return (
    row.errors.length > 0 ||
    row.hasWrongCells ||
    isUndecided(row) ||
    (row.analysis !== undefined && isLeftOut(row.analysis))
  );
}

/** True if the cells of a column can be read in two ways, and nobody said yet in which. */
function isUndecided({ choice: { format, role }, analysis }: ColumnRow): boolean {
  return questionOf(format, analysis) !== null && isUnanswered(format) && role !== "none";
}

/** Write the form row of a column: what it is in a line that opens to its contents and the choices for its field. */
export function showColumnRow(row: ColumnRow, locale: PageLocale): Html {
  const { at, choice, isLeader, analysis, about, errors } = row;
  const { column, role, name, label, format, empty = "", isFacet, isKey } = choice;
  const { words, fill } = locale;
  const { columns: texts } = words.drafts;
  const heading = `c${at}`;
  const described = errors.length > 0 ? markWrong(`${heading}-errors`) : null;
  const question = questionOf(format, analysis);
  const isOpen = isUndecided(row);
  const isSummed = role === "amount" || role === "measure";
  const hasName = role !== "amount" && role !== "time";
  const hasEmpty =
    role !== "none" &&
    (empty !== "" || (analysis?.empty ?? 0) > 0 || errors.some((error) => error.includes("default_value")));
  const text = (key: "name" | "label" | "empty", title: string, value: string): Html =>
    html`<p>
      <label for="${columnField(at, key)}">${title}</label>
      <input
        id="${columnField(at, key)}"
        name="${columnField(at, key)}"
        value="${value}"
        autocomplete="off"
        ${key === "name" && !isOpen ? described : null}
      />
    </p> `;
  return html`<details
    class="choice"
    aria-labelledby="${heading}"
    ${needsAnswer(row) || (about && role !== "none") ? html`open` : null}
  >
    ${summarizeColumn(row, heading, locale)}
    <div>
      <p class="note" dir="auto">${about ?? (analysis ? describeColumn(analysis, locale) : null)}</p>
      <input type="hidden" name="${columnField(at, "column")}" value="${column}" />
      <div class="bar-form">
        <p>
          <label for="${columnField(at, "role")}">${texts.role}</label>
          <select
            id="${columnField(at, "role")}"
            name="${columnField(at, "role")}"
            ${hasName || isOpen ? null : described}
          >
            ${ROLES.map((each) => option([each, texts.roles[each]], role))}
          </select>
        </p>
        ${hasName ? text("name", titleOfName(locale, role), name) : keep(at, "name", name === role ? "" : name)}
        ${isLeader ? text("label", texts.label, label) : keep(at, "label", label)}
        <p>
          <label for="${columnField(at, "format")}"
            >${isOpen ? fill(texts.question, { value: question!.cell }) : texts.format}</label
          >
          <select id="${columnField(at, "format")}" name="${columnField(at, "format")}" ${isOpen ? described : null}>
            ${formatOptions(locale, format, question)}
          </select>
        </p>
        ${hasEmpty ? text("empty", texts.empty, empty) : keep(at, "empty", empty)}
        ${analysis && isLeftOut(analysis) ? askToKeep(locale, at, analysis, role !== "none") : null}
        ${isLeader ? tick(at, "key", texts.key, isKey) : keep(at, "key", isKey ? "yes" : "")}
        ${(isLeader && !isSummed) || role === "attribute" ? tick(at, "facet", texts.facet, isFacet) : keep(at, "facet", isFacet ? "yes" : "")}
      </div>
      ${
        errors.length === 0
          ? null
          : html`<div id="${heading}-errors">
              ${errors.map((error) => html`<p class="beside-field" dir="auto">${showPlainError(locale, error)}</p> `)}
            </div>`
      }
    </div>
  </details> `;
}

/** Write the line of a column: its name, what it is, and its contents. @param id of the name */
function summarizeColumn({ choice: { column, role }, analysis }: ColumnRow, id: string, locale: PageLocale): Html {
  return html`<summary>
    <h3 id="${id}" dir="auto">${nameDraftColumn(column, locale)}</h3>
    <span>${locale.words.drafts.columns.roles[role]}</span>
    <span class="note" dir="auto">${analysis ? describeType(analysis, locale) : null}</span>
  </summary>`;
}

/** Name a column as the file does, or one that is added to it in the language of the page. */
export function nameDraftColumn(column: string, { words }: PageLocale): string {
  const { added } = words.drafts.columns;
  if (column === ADDED_COLUMNS.rowNumber) return added.rowNumber;
  return column === ADDED_COLUMNS.fileDate ? added.fileDate : column;
}

function titleOfName({ words, fill }: PageLocale, role: Role): string {
  const { columns: texts } = words.drafts;
  if (role === "attribute") return fill(texts.nameOfAttribute, { example: "office.city" });
  return role === "translation" ? fill(texts.nameOfTranslation, { example: "office.fr" }) : texts.name;
}

/** Keep a value that this role has no input for, so that it is there again if the role changes. */
function keep(at: number, key: "name" | "label" | "empty" | "facet" | "key", value: string): Html | null {
  return value === "" ? null : html`<input type="hidden" name="${columnField(at, key)}" value="${value}" />`;
}

/** Ask whether a column with data of persons is published. */
function askToKeep({ words }: PageLocale, at: number, { personal }: ColumnAnalysis, isKept: boolean): Html {
  return html`${tick(at, "keep", words.drafts.columns.keep[personal!], isKept)}
    <input type="hidden" name="${columnField(at, "kept")}" value="${isKept ? "yes" : "no"}" />`;
}

function tick(at: number, key: "facet" | "key" | "keep", label: string, isTicked: boolean): Html {
  const name = columnField(at, key);
  return html`<p class="tick">
    <input id="${name}" type="checkbox" name="${name}" value="yes" ${isTicked ? html`checked` : null} />
    <label for="${name}">${label}</label>
  </p> `;
}

function describeColumn(column: ColumnAnalysis, locale: PageLocale): string {
  const { words, fill } = locale;
  const { contents: texts } = words.drafts;
  const { empty, distinct, isDistinctExact, samples } = column;
  const different = isDistinctExact ? texts.different : texts.differentAtLeast;
  const filled = fill(different, { contents: describeType(column, locale), count: distinct });
  const contents = empty > 0 ? fill(texts.withEmpty, { contents: filled, count: empty }) : filled;
  return samples.length > 0 ? fill(texts.withExamples, { contents, examples: samples.join(" · ") }) : contents;
}
