import { showError } from "../parts/show-error.js";
import type { Editor, EditedSource, Holding } from "../../../calls/publishing/manage/editor.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { field, tokenField } from "../parts/form.js";
import { nameSource } from "../parts/source-name.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { screenContent } from "../parts/screen.js";
import { table } from "../parts/table.js";
import { enumerateHtml } from "../parts/enumerate.js";

/** The changes that the forms of the page request. */
export const CHANGES = [
  "publish",
  "retract",
  "add-manager",
  "remove-manager",
  "cancel",
  "reload",
  "remove",
  "roll-back",
  "drop",
] as const;

export type Change = (typeof CHANGES)[number];

/** A requested change that was refused. */
export interface RefusedChange {
  readonly change: Change | undefined;
  readonly errors: readonly string[];
  readonly user: string;
  readonly confirmation: string;
}

/** Data of the page on which managers change a dataset. */
export interface EditorPage {
  readonly kind: "editor";
  readonly origin: string;
  readonly editor: Editor;
  /** The signed-in user. */
  readonly actor: { readonly name: string | null; readonly admin: boolean };
  readonly token: string;
  readonly refused: RefusedChange | null;
}

interface View extends EditorPage {
  readonly locale: PageLocale;
  readonly url: string;
}

/** Render the page of forms that change a dataset. */
export function editorPage(page: EditorPage, locale: PageLocale): LayoutContent {
  const { refused } = page;
  const { dataset, running } = page.editor;
  const { words, fill, fillHtml } = locale;
  const { manage } = words;
  const view: View = { ...page, locale, url: `${locale.href(dataset.html_url)}/editor` };
  const main = html`${
      running === null
        ? null
        : html`<p role="status">
              ${fillHtml(manage.editor.running, { link: (inner) => html`<a href="${locale.href(running)}" data-plain="">${inner}</a>` })}
            </p>
            ${form(view, "state", "cancel", html`<p><button>${manage.editor.cancel}</button></p>`)}`
    }
    <p class="actions">
      <a class="button" href="${locale.href(`${page.origin}/datasets/new?dataset=${dataset.name}`)}" data-plain=""
        >${manage.editor.add}</a
      >
      <a class="button" href="#earlier">${manage.versions.title}</a>
      <a class="button" href="#managers">${manage.managers.title}</a>
    </p>
    ${stateSection(view)} ${describeSection(view)} ${managersSection(view)} ${sourcesSection(view)}
    ${earlierSection(view)} ${dropSection(view)}`;
  return screenContent(locale, {
    title: fill(manage.editor.title, { dataset: dataset.label }),
    crumbs: [datasetsCrumb(locale), { label: dataset.label, url: dataset.html_url }],
    errors: refused && refused.change === undefined ? refused.errors : [],
    main,
  });
}

function stateSection(view: View): Html {
  const { dataset } = view.editor;
  const { words, fillHtml } = view.locale;
  const { state } = words.manage;
  const b = (inner: Html): Html => html`<b>${inner}</b>`;
  const [text, change, label] = dataset.private
    ? ([fillHtml(state.private, { b }), "publish", state.publish] as const)
    : ([fillHtml(state.public, { b }), "retract", state.retract] as const);
  return section(
    view,
    "state",
    state.title,
    ["publish", "retract"],
    html`<p>${text}</p>
      ${form(
        view,
        "state",
        change,
        html`${dataset.private ? null : confirmUse(view, change)}
          <p><button>${label}</button></p>`,
      )}`,
  );
}

function describeSection(view: View): Html {
  const { describe } = view.locale.words.manage;
  return section(
    view,
    "describe",
    describe.title,
    [],
    html`<p>
      ${view.locale.fillHtml(describe.text, { link: (inner) => html`<a href="${view.url}/model" data-plain="">${inner}</a>` })}
      ${view.locale.fillHtml(describe.members, { link: (inner) => html`<a href="${view.url}/members" data-plain="">${inner}</a>` })}
    </p>`,
  );
}

function managersSection(view: View): Html {
  const { editor, actor, refused, locale } = view;
  const { managers: texts } = locale.words.manage;
  const { managers } = editor;
  const isLast = managers.length === 1 && !actor.admin;
  const row = (user: string): Html => {
    const button = html`<button>${locale.fillHtml(texts.remove, { hidden: hideInner, user })}</button>`;
    const name = html`<bdi>${user}</bdi>`;
    const remove = form(view, "managers", "remove-manager", html`${hidden("user", user)} ${button}`);
    return html`<tr>
      <th scope="row">${user === actor.name ? locale.fillHtml(texts.you, { user: name }) : name}</th>
      <td>${isLast ? (actor.name === user ? texts.onlyYou : texts.only) : remove}</td>
    </tr> `;
  };
  const typed = refused?.change === "add-manager" ? refused.user : "";
  const user = field({ name: "user", label: texts.userName, type: "text", autocomplete: "off", value: typed });
  return section(
    view,
    "managers",
    texts.title,
    ["add-manager", "remove-manager"],
    html`${managers.length === 0 ? html`<p>${texts.none}</p>` : table(texts.title, [texts.user, ""], managers.map(row))}
    ${form(
      view,
      "managers",
      "add-manager",
      html`${user}
        <p><button>${texts.add}</button></p>`,
    )}`,
  );
}

function sourcesSection(view: View): Html {
  const { editor, locale } = view;
  const { sources, dataset } = editor;
  const { sources: texts } = locale.words.manage;
  return section(
    view,
    "sources",
    texts.title,
    ["reload", "remove"],
    html`${
        sources.length === 0
          ? html`<p>${texts.none}</p>`
          : table(
              texts.title,
              [texts.source, texts.loaded, texts.last],
              sources.map((source) => sourceRow(view, source)),
            )
      }
      <p>
        ${locale.fillHtml(texts.about, { link: (inner) => html`<a href="${locale.href(dataset.html_url)}/sources">${inner}</a>` })}
      </p>`,
  );
}

function sourceRow(view: View, { id, url, html_url: page, loaded, isFetched, lastRun }: EditedSource): Html {
  const { locale } = view;
  const { sources: texts } = locale.words.manage;
  const name = { hidden: hideInner, id: String(id) };
  const button = (change: Change, label: Html): Html =>
    form(view, "sources", change, html`${hidden("source", String(id))} <button>${label}</button>`);
  return html`<tr>
    <td>
      <a href="${locale.href(page)}" dir="auto">${nameSource(url)}</a>
      <div>
        ${isFetched ? button("reload", locale.fillHtml(texts.reload, name)) : null}
        ${button("remove", locale.fillHtml(texts.remove, name))} ${isFetched ? null : texts.sent}
      </div>
    </td>
    <td class="number">${time(locale, loaded)}</td>
    <td>
      ${lastRun ? html`<a href="${locale.href(lastRun.html_url)}" data-plain="">${texts.status[lastRun.status]}</a>` : null}
    </td>
  </tr> `;
}

function earlierSection(view: View): Html {
  const { earlier, current, stored } = view.editor;
  const { versions: texts } = view.locale.words.manage;
  const row = (label: string, { entries, sources, loaded }: Holding): Html =>
    html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${view.locale.numbers.count(entries)}</td>
      <td class="number">${view.locale.numbers.count(sources)}</td>
      <td class="number">${loaded === null ? null : time(view.locale, loaded)}</td>
    </tr> `;
  return section(
    view,
    "earlier",
    texts.title,
    ["roll-back"],
    html`${
      earlier === null
        ? null
        : table(
            texts.contents,
            ["", texts.entries, texts.sources, texts.loaded],
            [row(texts.now, current), row(texts.before, earlier)],
          )
    }
    ${stored.length === 0 ? html`<p>${texts.none}</p>` : chooseVersion(view)}`,
  );
}

/** Let a version be chosen to go back to: at first the one before the last load. */
function chooseVersion(view: View): Html {
  const { locale, editor } = view;
  const { dataset, earlier, stored, version } = editor;
  const { versions: texts } = locale.words.manage;
  const options = stored.map(({ number, since, entries }) => {
    const named = { number: String(number), day: locale.dates.day(since), entries: locale.numbers.count(entries) };
    const selected = number === earlier?.number ? html`selected=""` : null;
    return html`<option value="${String(number)}" ${selected}>${locale.fill(texts.choice, named)}</option> `;
  });
  const link = (inner: Html): Html => html`<a href="${locale.href(dataset.html_url)}/meta/versions">${inner}</a>`;
  return form(
    view,
    "earlier",
    "roll-back",
    html`${hidden("version", version)}
      <p>
        <label for="number">${texts.goBack}</label>
        <select id="number" name="number">
          ${options}
        </select>
      </p>
      <p><button>${texts.restore}</button> ${locale.fillHtml(texts.stays, { link })}</p>`,
  );
}

function dropSection(view: View): Html {
  const { dataset } = view.editor;
  const typed = view.refused?.change === "drop" ? view.refused.confirmation : "";
  const { words, fill } = view.locale;
  const { drop } = words.manage;
  const label = fill(drop.confirm, { name: dataset.name });
  const name = field({ name: "confirmation", label, type: "text", autocomplete: "off", value: typed });
  return section(
    view,
    "drop",
    drop.title,
    ["drop"],
    html`<p>${drop.about}</p>
      ${form(
        view,
        "drop",
        "drop",
        html`${confirmUse(view, "drop")} ${name}
          <p><button>${drop.button}</button></p>`,
      )}`,
  );
}

/** Name the datasets that use one, with a box to tick to go on all the same; `null` if none does. */
function confirmUse({ editor: { uses }, locale }: View, change: Change): Html | null {
  if (uses.length === 0) return null;
  const id = `${change}-used`;
  const { editor } = locale.words.manage;
  const users = enumerateHtml(
    locale,
    uses.map(({ by, as }) => locale.fillHtml(editor.user, { user: html`<bdi>${by}</bdi>`, as })),
  );
  return html`<p class="note">${locale.fillHtml(editor.usedBy, { users })}</p>
    <p>
      <input id="${id}" type="checkbox" name="used" value="yes" required="" />
      <label for="${id}">${editor.same}</label>
    </p>`;
}

/** Hide words that tell buttons apart for those who hear them. */
function hideInner(inner: Html): Html {
  return html`<span class="hidden">${inner}</span>`;
}

/** Write a section of the page, with the errors of the changes sent from it. */
function section(
  { refused, locale }: View,
  id: string,
  title: string,
  changes: readonly Change[],
  content: Html,
): Html {
  const isHere = refused?.change !== undefined && changes.includes(refused.change);
  const errors = isHere
    ? refused.errors.map((error) => html`<p class="error" dir="auto">${showError(locale, error)}</p> `)
    : [];
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${errors.length === 0 ? null : html`<div role="alert">${errors}</div>`} ${content}
  </section> `;
}

function form({ url, token }: View, place: string, change: Change, content: Html): Html {
  return html`<form method="post" action="${url}#${place}">
    ${tokenField(token)} ${hidden("change", change)} ${content}
  </form>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function time({ dates }: PageLocale, iso: string): Html {
  return html`<time datetime="${iso}">${dates.minute(iso)}</time>`;
}
