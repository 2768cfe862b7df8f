import type { CurrentWork } from "../../api/drafts/draft.js";
import { formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface UploadPage extends FormPage {
  readonly kind: "upload";
  /** The address that was given last. */
  readonly url: string;
  /** Tables that wait to be published, and their pages. */
  readonly drafts: readonly { readonly name: string; readonly path: string; readonly work: CurrentWork | null }[];
}

/** Where publishing begins: a file to choose, or an address. */
export function uploadPage({ origin, token, errors, url, drafts }: UploadPage): LayoutContent {
  const main = html`<p class="lead">
      Send a table with one row for each payment or each line of a budget. It is looked through, and you see what was
      found before anything is published.
    </p>
    <form class="stack" method="post" action="${origin}/datasets/new" enctype="multipart/form-data">
      ${tokenField(token)}
      <p>
        <label for="csv_file">CSV file, packed with gzip or not</label>
        <input id="csv_file" name="csv_file" type="file" />
      </p>
      <p>
        <label for="url">Or its address (URL), or that of a data package’s <code>datapackage.json</code></label>
        <input id="url" name="url" type="url" value="${url}" size="60" placeholder="https://" autocomplete="off" />
      </p>
      <p><button>Look through it</button></p>
    </form>
    <p class="note">From a spreadsheet: choose <i>Save as</i> and there CSV. The first line must name the columns.</p>
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
            <p class="note">They are kept for a day after you have last looked at them.</p>
          </section>`
    }`;
  return formContent("Publish data", errors, main);
}

const DOING: Readonly<Record<CurrentWork["what"], string>> = {
  read: "being looked through",
  check: "being checked",
  load: "being loaded",
};
