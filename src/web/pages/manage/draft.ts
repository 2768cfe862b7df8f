import { type Draft, isUnreadable } from "../../../calls/publishing/drafts/draft.js";
import { ADDED_COLUMNS } from "../../../calls/publishing/drafts/form/added-columns.js";
import { type DraftErrors, NO_DRAFT_ERRORS } from "../../../calls/publishing/drafts/form/find-errors.js";
import type { ModelForm } from "../../../calls/publishing/drafts/form/model-form.js";
import { openTotals } from "../../../calls/publishing/drafts/table-choice.js";
import { readFirstEntries } from "../../../calls/publishing/drafts/first-entries.js";
import { showCheck } from "./draft-check.js";
import { showColumns, showTable } from "./draft-columns.js";
import { showFirstEntries } from "./draft-entries.js";
import { errorsIn, formOf, showDate, showDraftForm } from "./draft-form.js";
import { showDraftTable } from "./draft-table.js";
import { showDraftProgress } from "./draft-progress.js";
import { type FormPage, tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import { type PageLocale, withCurrency } from "../parts/page-locale.js";
import { RELOAD_TAG } from "./run-progress.js";
import { screenContent } from "../parts/screen.js";

export interface DraftPage extends FormPage {
  readonly kind: "draft";
  /** Path of the draft. */
  readonly path: string;
  readonly draft: Draft;
}

/** Render the page of a draft: its analysis, its model to edit, and the result of a check. */
export function draftPage(page: DraftPage, locale: PageLocale): LayoutContent {
  const { errors, draft } = page;
  const { words, fill } = locale;
  const { page: texts } = words.drafts;
  const { work, name, asJson } = draft;
  const all = [...new Set([...errors, ...draft.errors])];
  const asForm = work || asJson ? null : formOf(draft);
  const placed = asForm ? errorsIn(asForm, draft, all) : { ...NO_DRAFT_ERRORS, general: all };
  const isMarked = placed.dataset.size > 0 || placed.columns.size > 0 || placed.date.length > 0;
  return screenContent(locale, {
    title: fill(texts.title, { file: name }),
    crumbs: [{ label: texts.publishData, url: "/datasets/new" }],
    errors: isMarked && placed.general.length === 0 ? [html`${texts.correct}`] : placed.general,
    main: work
      ? showDraftProgress(locale, draft, work, locale.href(page.path), page.token)
      : showDraft(page, asForm, placed, withCurrency(locale, currencyOf(draft, asForm))),
    ...(work ? { head: RELOAD_TAG } : {}),
  });
}

/** Return the currency of a draft's amounts, as chosen in the form or checked; `null` if it is not known. */
function currencyOf({ check }: Draft, form: ModelForm | null): string | null {
  const currency = form?.dataset.currency ?? check?.currency ?? "";
  return /^[A-Z]{3}$/.test(currency) ? currency : null;
}

function showDraft(page: DraftPage, asForm: ModelForm | null, errors: DraftErrors, locale: PageLocale): Html {
  const { draft } = page;
  if (isUnreadable(draft)) return showUnreadable(page, locale);
  const { check, analysis, sources, run } = draft;
  const { page: texts } = locale.words.drafts;
  const linkTo =
    (url: string) =>
    (inner: Html): Html =>
      html`<a href="${locale.href(url)}">${inner}</a>`;
  return html`${
    run === null
      ? null
      : html`<p>${locale.fillHtml(texts.attempts, { last: linkTo(run), all: linkTo(run.replace(/\/\d+$/, "")) })}</p>`
  }
  ${check ? showCheck(check, openTotals(draft), locale) : null}
  ${
    analysis
      ? asForm && html`<section>${showTable(analysis, locale)}</section>`
      : html`<p>${texts.dataPackage}</p>
          <ul>
            ${sources.map(({ from, url }) => html`<li dir="auto">${from ?? url}</li> `)}
          </ul>`
  }
  ${showModel(page, asForm, errors, locale)}`;
}

/** Show the choices after a failed analysis: try again or discard the file. */
function showUnreadable({ draft, token, path }: DraftPage, locale: PageLocale): Html {
  const { page: texts } = locale.words.drafts;
  return html`<form method="post" action="${locale.href(path)}">
      ${tokenField(token)}
      <p class="actions">
        <button name="do" value="read">${draft.url === null ? texts.readAgain : texts.fetchAgain}</button>
        <button name="do" value="discard">${texts.discard}</button>
      </p>
    </form>
    <p><a href="${locale.href("/datasets/new")}">${texts.another}</a></p>`;
}

/** Show the model to edit, as a form or as JSON, with the buttons to check and publish. */
function showModel(
  { draft, token, path }: DraftPage,
  form: ModelForm | null,
  errors: DraftErrors,
  locale: PageLocale,
): Html {
  const { isPrivate, skipInvalid, into, purgeReplaced = false, countsTotals = false } = draft;
  const { page: texts } = locale.words.drafts;
  const entries = draft.typed === null ? readFirstEntries(draft) : null;
  return html`<form method="post" action="${locale.href(path)}">
    ${tokenField(token)}
    <input type="hidden" name="as" value="${form ? "form" : "json"}" />
    ${form ? html`${showDraftTable(draft, locale)} ${showDraftForm(form, draft, errors, locale)}` : showJson(draft, locale, errors)}
    ${entries && showFirstEntries(entries, draft.check !== null, locale)}
    <section>
      <h2>${texts.publish}</h2>
      ${tick("private", texts.private, isPrivate)} ${tick("skip_invalid", texts.skip, skipInvalid)}
      ${into === null ? null : tick("purge_replaced", texts.purge, purgeReplaced)}
      ${countsTotals || openTotals(draft).length > 0 ? tick("counts_totals", texts.countTotals, countsTotals) : null}
      <p class="actions">
        <button name="do" value="check">${texts.check}</button>
        <button name="do" value="load">${texts.load}</button>
        ${
          form
            ? html`<button name="do" value="json">${texts.asJson}</button>`
            : html`<button name="do" value="form">${texts.asForm}</button>`
        }
        <button name="do" value="discard">${texts.discard}</button>
      </p>
    </section>
  </form>`;
}

function showJson({ model, date, analysis }: Draft, locale: PageLocale, errors: DraftErrors): Html {
  const { words, fillHtml } = locale;
  const { page: texts } = words.drafts;
  return html`${
      analysis
        ? html`<section>
            <h2>${texts.contents}</h2>
            ${showColumns(analysis, locale)}
          </section>`
        : null
    }
    <section>
      <h2>${texts.meaning}</h2>
      <p>
        ${fillHtml(texts.json, {
          code: (inner) => html`<code>${inner}</code>`,
          key: html`<code>"key": true</code>`,
          first: html`<code>${ADDED_COLUMNS.rowNumber}</code>`,
          second: html`<code>${ADDED_COLUMNS.fileDate}</code>`,
        })}
      </p>
      <p>
        <label for="model">${texts.model}</label>
        <textarea id="model" name="model" rows="24" spellcheck="false" dir="ltr">${model}</textarea>
      </p>
      <p>${showDate(date, errors.date, locale)}</p>
    </section>`;
}

function tick(name: string, label: string, isTicked: boolean): Html {
  const checked = isTicked ? html`checked` : null;
  return html`<p>
    <input id="${name}" type="checkbox" name="${name}" value="yes" ${checked} /> <label for="${name}">${label}</label>
  </p> `;
}
