import type { Draft } from "../../../calls/publishing/drafts/draft.js";
import { explainSheets } from "../../../sources/analysis/explain-proposal.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { listRepairs, type TableChoice } from "../../../calls/publishing/drafts/table-choice.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { option } from "./format-options.js";
import { offerBox } from "./offer.js";

/** Maximum number of rows shown below the header. */
const SHOWN_BELOW = 6;

/** Write the table as it is in the file, with the choice of its header and of the repairs that it calls for. */
export function showDraftTable(draft: Draft, reader: PageReader): Html | null {
  const { analysis } = draft;
  if (!analysis?.preview || analysis.headerRow === undefined) return null;
  const repairs = listRepairs(draft);
  return html`<section aria-labelledby="table">
    <h2 id="table">The table in the file</h2>
    ${showSheets(analysis)} ${showEncodings(analysis)}
    <p>Choose the row that names the columns. Rows above it are left out.</p>
    ${showPreview(analysis.preview, analysis.headerRow, reader)}
    ${
      repairs.length === 0
        ? null
        : html`<h3>What the file needs</h3>
            <p>Tick what is right. The model keeps it, so that the next file is read in the same way.</p>
            ${repairs.map((each, at) => offerBox(each, { accept: repairField(at, "accept"), id: repairField(at, "id") }))}`
    }
    <p class="actions"><button name="do" value="table">Read the file again like this</button></p>
  </section>`;
}

function showSheets(analysis: TableAnalysis): Html | null {
  const { sheets = [], sheet: chosen = "" } = analysis;
  const became = explainSheets(analysis);
  const choice = html`<p>
    <label for="sheet">Sheet</label>
    <select id="sheet" name="sheet">
      ${sheets.map((sheet) => option([sheet, sheet], chosen))}
    </select>
  </p>`;
  return html`${sheets.length < 2 ? null : choice} ${became === "" ? null : html`<p>Of the file, ${became}.</p>`}`;
}

/** Ask in which of several encodings the words of the file are right. */
function showEncodings({ encodingChoice = [] }: TableAnalysis): Html | null {
  if (encodingChoice.length === 0) return null;
  const choices = encodingChoice.map(({ name, samples }): readonly [string, string] => [
    name,
    `${samples.join(", ")} (${name})`,
  ]);
  return html`<p>
    <label for="encoding">Which words are right?</label>
    <select id="encoding" name="encoding">
      ${choices.map((each) => option(each, choices[0]![0]))}
    </select>
  </p>`;
}

function showPreview(records: readonly (readonly string[])[], headerRow: number, { numbers }: PageReader): Html {
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
        <label for="${id}">${numbers.count(number)}<span class="hidden"> names the columns</span></label>
      </th>
      ${Array.from({ length: width }, (_, cell) => html`<td dir="auto">${record[cell] ?? ""}</td> `)}
    </tr> `;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="First rows of the file">
    <table class="preview">
      <caption class="hidden">
        First rows of the file
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
