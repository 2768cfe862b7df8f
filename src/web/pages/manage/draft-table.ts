import type { Draft } from "../../../calls/publishing/drafts/draft.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { listRepairs, type TableChoice } from "../../../calls/publishing/drafts/table-choice.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { option } from "./format-options.js";
import { offerBox } from "./offer.js";
import { enumerate, enumerateHtml } from "../parts/enumerate.js";

/** Maximum number of rows shown below the header. */
const SHOWN_BELOW = 6;

/** Maximum number of sheets of one fate that are named. */
const MAX_NAMES = 20;

/** Write the table as it is in the file, with the choice of its header and of the repairs that it calls for; folded without a question. */
export function showDraftTable(draft: Draft, locale: PageLocale): Html | null {
  const { analysis } = draft;
  if (!analysis?.preview || analysis.headerRow === undefined) return null;
  const repairs = listRepairs(draft);
  const { table: texts } = locale.words.drafts;
  const { sheets = [], fates = [], encodingChoice = [], headerRow } = analysis;
  const isUndecided = repairs.length > 0 || sheets.length > 1 || fates.length > 1 || encodingChoice.length > 0;
  return html`<details aria-labelledby="table" ${isUndecided || headerRow > 1 ? html`open` : null}>
    <summary><h2 id="table">${texts.title}</h2></summary>
    ${showSheets(analysis, locale)} ${showEncodings(analysis, locale)}
    <p>${texts.choose}</p>
    ${showPreview(analysis.preview, analysis.headerRow, locale)}
    ${
      repairs.length === 0
        ? null
        : html`<h3>${texts.needs}</h3>
            <p>${texts.tick}</p>
            ${repairs.map((each, at) => offerBox(each, { accept: repairField(at, "accept"), id: repairField(at, "id") }, locale))}`
    }
    <p class="actions"><button name="do" value="table">${texts.again}</button></p>
  </details>`;
}

function showSheets(analysis: TableAnalysis, locale: PageLocale): Html | null {
  const { sheets = [], sheet: chosen = "", fates = [] } = analysis;
  const choice = html`<p>
    <label for="sheet">${locale.words.drafts.table.sheet}</label>
    <select id="sheet" name="sheet">
      ${sheets.map((sheet) => option([sheet, sheet], chosen))}
    </select>
  </p>`;
  return html`${sheets.length < 2 ? null : choice} ${fates.length < 2 ? null : html`<p>${showFates(fates, locale)}</p>`}`;
}

type Fates = NonNullable<TableAnalysis["fates"]>;

/** Say what became of the sheets of a spreadsheet, or of the files of an archive. */
function showFates(fates: Fates, locale: PageLocale): Html {
  const { words, fillHtml } = locale;
  const { table: texts } = words.drafts;
  const read = fates.filter(({ fate }) => fate === "read");
  const unread = (Object.keys(texts.fates) as (keyof typeof texts.fates)[]).flatMap((fate) => {
    const own = fates.filter((each) => each.fate === fate);
    return own.length === 0 ? [] : [fillHtml(texts.fates[fate], { names: listSheets(own, locale) })];
  });
  return html`${fillHtml(texts.sheets, { names: listSheets(read, locale), count: read.length })}
  ${unread.length === 0 ? null : fillHtml(texts.unread, { names: enumerateHtml(locale, unread) })}`;
}

function listSheets(sheets: Fates, locale: PageLocale): Html {
  const { words, fillHtml } = locale;
  const { table: texts } = words.drafts;
  const shown = sheets
    .slice(0, MAX_NAMES)
    .map(({ name }) => fillHtml(texts.sheetName, { name: html`<bdi>${name}</bdi>` }));
  const names = enumerateHtml(locale, shown);
  const more = sheets.length - MAX_NAMES;
  return more > 0 ? fillHtml(texts.moreSheets, { names, count: more }) : names;
}

/** Ask in which of several encodings the words of the file are right. */
function showEncodings({ encodingChoice = [] }: TableAnalysis, { words, fill }: PageLocale): Html | null {
  const { table: texts } = words.drafts;
  if (encodingChoice.length === 0) return null;
  const choices = encodingChoice.map(({ name, samples }): readonly [string, string] => [
    name,
    fill(texts.encoded, { words: enumerate({ words, fill }, samples), encoding: name }),
  ]);
  return html`<p>
    <label for="encoding">${texts.encoding}</label>
    <select id="encoding" name="encoding">
      ${choices.map((each) => option(each, choices[0]![0]))}
    </select>
  </p>`;
}

function showPreview(records: readonly (readonly string[])[], headerRow: number, locale: PageLocale): Html {
  const { table: texts } = locale.words.drafts;
  const hidden = (inner: Html): Html => html`<span class="hidden">${inner}</span>`;
  const width = Math.max(...records.map((record) => record.length));
  const shown = records.slice(0, headerRow + SHOWN_BELOW);
  const row = (record: readonly string[], at: number): Html => {
    const number = at + 1;
    const isHeader = number === headerRow;
    const id = `row-${number}`;
    return html`<tr class="${isHeader ? "header" : number < headerRow ? "above" : "below"}">
      <th scope="row">
        <input
          type="radio"
          name="header_row"
          id="${id}"
          value="${number}"
          ${isHeader ? html`checked` : null}
          ${record.every((cell) => cell.trim() === "") ? html`disabled` : null}
        />
        <label for="${id}">${locale.fillHtml(texts.row, { row: number, hidden })}</label>
      </th>
      ${Array.from({ length: width }, (_, cell) => html`<td dir="auto">${record[cell] ?? ""}</td> `)}
    </tr> `;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${texts.preview}">
    <table class="preview">
      <caption class="hidden">
        ${texts.preview}
      </caption>
      <tbody>
        ${shown.map(row)}
      </tbody>
    </table>
  </div>`;
}

function repairField(at: number, key: "id" | "accept"): string {
  return `r${at}-${key}`;
}

/** Read the choices about the table in a submitted form. @param field returns the value of a field, empty if it is missing */
export function readTableChoice(field: (name: string) => string): TableChoice {
  const row = Number(field("header_row"));
  const repairs: { id: string; isAccepted: boolean }[] = [];
  for (let at = 0; field(repairField(at, "id")) !== ""; at++) {
    repairs.push({ id: field(repairField(at, "id")), isAccepted: field(repairField(at, "accept")) === "yes" });
  }
  return {
    headerRow: Number.isInteger(row) && row >= 1 ? row : null,
    sheet: field("sheet"),
    encoding: field("encoding"),
    repairs,
  };
}
