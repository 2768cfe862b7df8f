import type { CurrentWork } from "../../../calls/publishing/drafts/draft.js";
import { formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface UploadPage extends FormPage {
  readonly kind: "upload";
  /** Name of the dataset that the file is added to; empty for a new one. */
  readonly into: string;
  /** The web address typed last. */
  readonly url: string;
  /** Files not published yet, with the paths of their pages. */
  readonly drafts: readonly { readonly name: string; readonly path: string; readonly work: CurrentWork | null }[];
}

/** Render the first page of publishing: choose a file or type its web address. */
export function uploadPage({ origin, token, errors, url, into, drafts }: UploadPage): LayoutContent {
  const main = html`<p class="lead">
      ${
        into === ""
          ? "Send a table with one row for each payment or each line of a budget."
          : html`The file is read like the others of <a href="${origin}/${into}">${into}</a>, and its rows are added.`
      }
      You see an analysis of it before anything is published.
    </p>
    <form class="stack" method="post" action="${origin}/datasets/new" enctype="multipart/form-data">
      ${tokenField(token)} ${into === "" ? null : html`<input type="hidden" name="dataset" value="${into}" />`}
      <p>
        <label for="csv_file">A table: CSV, Excel (XLSX) or OpenDocument (ODS), also in a ZIP or gzip file</label>
        <input id="csv_file" name="csv_file" type="file" />
      </p>
      <p>
        <label for="url"
          >Or its web address (URL), or that of the <code>datapackage.json</code> of a data package</label
        >
        <input id="url" name="url" type="url" value="${url}" size="60" placeholder="https://" autocomplete="off" />
      </p>
      <p><button>Analyse the file</button></p>
    </form>
    <p class="note">
      Lines of titles above the table, years as columns, rows of totals and notes below it are noticed: you choose what
      is done with them.
    </p>
    ${
      drafts.length === 0
        ? null
        : html`<section>
            <h2>Not published yet</h2>
            <ul>
              ${drafts.map(
                ({ name, path, work }) =>
                  html`<li>
                    <a href="${origin}${path}" dir="auto">${name}</a
                    >${work === null ? null : html` (${DOING[work.what]})`}
                  </li> `,
              )}
            </ul>
            <p class="note">Each file is kept for one day after you last open it.</p>
          </section>`
    }`;
  return formContent(into === "" ? "Publish data" : `Add a file to ${into}`, errors, main);
}

const DOING: Readonly<Record<CurrentWork["what"], string>> = {
  read: "being analysed",
  check: "being checked",
  load: "being loaded",
};
