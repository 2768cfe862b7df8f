import type { Draft, CurrentWork } from "../../../calls/publishing/drafts/draft.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Show the work that runs on a draft, and its progress. @param url of the draft's page */
export function showDraftProgress(
  locale: PageLocale,
  { run }: Pick<Draft, "run">,
  { what, isWaiting, progress }: CurrentWork,
  url: string,
  token: string,
): Html {
  const { words, fillHtml, numbers } = locale;
  const { work, page } = words.drafts;
  const percent = progress && Math.floor((100 * progress.bytesRead) / Math.max(1, progress.bytesTotal));
  const showBar = (read: number): Html =>
    html`<progress max="100" value="${read}" aria-label="${work.bar}">${numbers.percent(read)}</progress>`;
  return html`<div data-poll="">
      <p class="lead" role="status">${work[what]}</p>
      ${
        isWaiting && what !== "load"
          ? html`<p>${work.waiting}</p>`
          : progress
            ? html`<p>
                ${fillHtml(work.progress, { bar: showBar(percent!), share: numbers.percent(percent!), count: progress.rows })}
              </p>`
            : null
      }
      ${what === "load" && run !== null ? html`<p><a href="${locale.href(run)}">${work.show}</a></p>` : null}
    </div>
    ${
      what === "load"
        ? null
        : html`<form method="post" action="${url}">
            ${tokenField(token)}
            <p class="actions">
              <button name="do" value="stop">${work.stop}</button>
              <button name="do" value="discard">${page.discard}</button>
            </p>
          </form>`
    }`;
}
