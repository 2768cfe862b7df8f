import type { RunError, RunErrorGroup } from "../../../calls/publishing/loads/run.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { plainMessage } from "./plain-message.js";
import { table } from "../parts/table.js";

/** Number of cells shown of a group. */
const SHOWN = 3;

/**
 * Write groups of errors as a table: the column, what is wrong, how often, and the first cells.
 * @param numErrors number of all errors, of these groups and of others
 */
export function showErrorGroups(
  groups: readonly RunErrorGroup[],
  numErrors: number,
  { numbers: { count } }: PageReader,
): Html {
  const others = numErrors - groups.reduce((sum, group) => sum + group.count, 0);
  const rows = groups.map(
    ({ count: number, first }) =>
      html`<tr>
        <th scope="row" dir="auto">${first[0]!.column}</th>
        <td dir="auto">${plainMessage(first[0]!.message)}</td>
        <td class="number">${count(number)}</td>
        <td class="places">
          ${first.slice(0, SHOWN).map((error) => showPlace(error, count))}${number > SHOWN ? html`<span>…</span>` : null}
        </td>
      </tr> `,
  );
  return html`${table("Errors", ["Column", "What is wrong", "Times", "For example"], rows)}
  ${others > 0 ? html`<p>And ${count(others)} more of other kinds.</p>` : null}`;
}

function showPlace({ row, line, value }: RunError, count: (n: number) => string): Html | null {
  if (row === null) return null;
  const place = line === undefined ? `row ${count(row)}` : `line ${count(line)}`;
  return html`<span>${place}${value === null || value.trim() === "" ? null : html`: <bdi>${value}</bdi>`}</span> `;
}
