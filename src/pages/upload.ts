import { renderForm, tokenField } from "./form.js";
import { html } from "./html.js";

export interface UploadForm {
  readonly origin: string;
  readonly token: string;
  readonly faults: readonly string[];
  /** Files that wait to be published, and their pages. */
  readonly drafts: readonly { readonly fileName: string; readonly path: string }[];
}

/** Where publishing begins: a file to choose. */
export function renderUpload({ origin, token, faults, drafts }: UploadForm): string {
  const main = html`<p class="lead">
      Send a table with one row for each payment or each line of a budget. It is looked through, and you see what was
      found before anything is published.
    </p>
    <form method="post" action="${origin}/datasets/new" enctype="multipart/form-data">
      ${tokenField(token)}
      <p>
        <label for="csv_file">CSV file, packed with gzip or not</label>
        <input id="csv_file" name="csv_file" type="file" required />
      </p>
      <p><button>Look through the file</button></p>
    </form>
    <p class="note">From a spreadsheet: choose <i>Save as</i> and there CSV. The first line must name the columns.</p>
    ${
      drafts.length === 0
        ? null
        : html`<section>
            <h2>Not published yet</h2>
            <ul>
              ${drafts.map(({ fileName, path }) => html`<li><a href="${origin}${path}" dir="auto">${fileName}</a></li> `)}
            </ul>
            <p class="note">They are kept for a day after you have last looked at them.</p>
          </section>`
    }`;
  return renderForm(origin, "Publish data", faults, main);
}
