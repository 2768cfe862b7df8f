import type { CurrentWork } from "../../../calls/publishing/drafts/draft.js";
import { formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";

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
export function uploadPage(
  { origin, token, errors, url, into, drafts }: UploadPage,
  locale: PageLocale,
): LayoutContent {
  const { words, fill, fillHtml } = locale;
  const { upload } = words;
  const main = html`<p class="lead">
      ${
        into === ""
          ? upload.lead
          : fillHtml(upload.leadInto, {
              dataset: into,
              link: (inner) => html`<a href="${origin}/${into}">${inner}</a>`,
            })
      }
    </p>
    <form class="stack" method="post" action="${origin}/datasets/new" enctype="multipart/form-data">
      ${tokenField(token)} ${into === "" ? null : html`<input type="hidden" name="dataset" value="${into}" />`}
      <p>
        <label for="csv_file">${upload.file}</label>
        <input id="csv_file" name="csv_file" type="file" />
      </p>
      <p>
        <label for="url">${fillHtml(upload.url, { file: html`<code>datapackage.json</code>` })}</label>
        <input id="url" name="url" type="url" value="${url}" size="60" placeholder="https://" autocomplete="off" />
      </p>
      <p><button>${upload.button}</button></p>
    </form>
    <p class="note">${upload.noticed}</p>
    ${
      drafts.length === 0
        ? null
        : html`<section>
            <h2>${upload.drafts.title}</h2>
            <ul>
              ${drafts.map(({ name, path, work }) => {
                const file = html`<a href="${origin}${path}" dir="auto">${name}</a>`;
                return html`<li>${work === null ? file : fillHtml(upload.drafts[work.what], { file })}</li> `;
              })}
            </ul>
            <p class="note">${upload.drafts.kept}</p>
          </section>`
    }`;
  return formContent(locale, into === "" ? upload.title : fill(upload.titleInto, { dataset: into }), errors, main);
}
