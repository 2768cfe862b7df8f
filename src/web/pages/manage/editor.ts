import type { Editor, EditedSource, Holding } from "../../../calls/publishing/manage/editor.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { field, tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { screenContent } from "../parts/screen.js";
import { table } from "../parts/table.js";

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
  readonly reader: PageReader;
  readonly url: string;
}

/** Render the page of forms that change a dataset. */
export function editorPage(page: EditorPage, reader: PageReader): LayoutContent {
  const { refused } = page;
  const { dataset, running } = page.editor;
  const view: View = { ...page, reader, url: `${reader.href(dataset.html_url)}/editor` };
  const main = html`${
      running === null
        ? null
        : html`<p role="status">
              <a href="${reader.href(running)}" data-plain="">A load is running</a>. Most changes have to wait until it
              is done.
            </p>
            ${form(view, "state", "cancel", html`<p><button>Cancel the load</button></p>`)}`
    }
    <p class="actions">
      <a class="button" href="${reader.href(`${page.origin}/datasets/new?dataset=${dataset.name}`)}" data-plain=""
        >Add a file</a
      >
      <a class="button" href="#earlier">Versions</a>
      <a class="button" href="#managers">Managers</a>
    </p>
    ${stateSection(view)} ${describeSection(view)} ${managersSection(view)} ${sourcesSection(view)}
    ${earlierSection(view)} ${dropSection(view)}`;
  return screenContent({
    title: `Manage ${dataset.label}`,
    crumbs: [datasetsCrumb(reader), { label: dataset.label, url: dataset.html_url }],
    errors: refused && refused.change === undefined ? refused.errors : [],
    main,
  });
}

function stateSection(view: View): Html {
  const { dataset } = view.editor;
  const [text, change, label] = dataset.private
    ? (["Only its managers and administrators can see it.", "publish", "Make it public"] as const)
    : (["Everyone can see it.", "retract", "Make it private"] as const);
  return section(
    view,
    "state",
    "Who can see it",
    ["publish", "retract"],
    html`<p>The dataset is <b>${dataset.private ? "private" : "public"}</b>. ${text}</p>
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
  return section(
    view,
    "describe",
    "Description",
    [],
    html`<p>
      <a href="${view.url}/model" data-plain="">Edit its title, texts, labels, filters and views</a>. Its entries do not
      change.
    </p>`,
  );
}

function managersSection(view: View): Html {
  const { editor, actor, refused } = view;
  const { managers } = editor;
  const isLast = managers.length === 1 && !actor.admin;
  const row = (user: string): Html => {
    const button = html`<button>Remove<span class="hidden"> ${user}</span></button>`;
    const remove = form(view, "managers", "remove-manager", html`${hidden("user", user)} ${button}`);
    return html`<tr>
      <th scope="row"><bdi>${user}</bdi>${user === actor.name ? " (you)" : null}</th>
      <td>
        ${isLast ? (actor.name === user ? "You are the only manager; add another before you leave." : "The only manager; add another first.") : remove}
      </td>
    </tr> `;
  };
  const typed = refused?.change === "add-manager" ? refused.user : "";
  const user = field({ name: "user", label: "User name", type: "text", autocomplete: "off", value: typed });
  return section(
    view,
    "managers",
    "Managers",
    ["add-manager", "remove-manager"],
    html`${
      managers.length === 0
        ? html`<p>Only administrators manage it.</p>`
        : table("Managers", ["User", ""], managers.map(row))
    }
    ${form(
      view,
      "managers",
      "add-manager",
      html`${user}
        <p><button>Add manager</button></p>`,
    )}`,
  );
}

function sourcesSection(view: View): Html {
  const { editor, reader } = view;
  const { sources, dataset } = editor;
  return section(
    view,
    "sources",
    "Sources",
    ["reload", "remove"],
    html`${
        sources.length === 0
          ? html`<p>It has no data from any source.</p>`
          : table(
              "Sources",
              ["Source", "Loaded", "Last load"],
              sources.map((source) => sourceRow(view, source)),
            )
      }
      <p>
        When a source is loaded again, its entries are replaced. A file that has not changed is skipped.
        <a href="${reader.href(dataset.html_url)}/sources">All sources and their load history</a>
      </p>`,
  );
}

function sourceRow(view: View, { id, url, html_url: page, loaded, isFetched, lastRun }: EditedSource): Html {
  const { reader } = view;
  const button = (change: Change, label: string): Html =>
    form(
      view,
      "sources",
      change,
      html`${hidden("source", String(id))} <button>${label}<span class="hidden"> source ${id}</span></button>`,
    );
  return html`<tr>
    <td>
      <a href="${reader.href(page)}" dir="auto">${url}</a>
      <div>
        ${isFetched ? button("reload", "Load again") : null} ${button("remove", "Remove")}
        ${isFetched ? null : "Loaded from a file: to update it, send the file again."}
      </div>
    </td>
    <td class="number">${time(reader, loaded)}</td>
    <td>${lastRun ? html`<a href="${reader.href(lastRun.html_url)}" data-plain="">${lastRun.status}</a>` : null}</td>
  </tr> `;
}

function earlierSection(view: View): Html {
  const { earlier, current, version } = view.editor;
  const row = (label: string, { entries, sources, loaded }: Holding): Html =>
    html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${view.reader.numbers.count(entries)}</td>
      <td class="number">${view.reader.numbers.count(sources)}</td>
      <td class="number">${loaded === null ? null : time(view.reader, loaded)}</td>
    </tr> `;
  const goBack = html`${hidden("version", version)}
    <p><button>Undo the last load</button> The current data is then lost.</p>`;
  return section(
    view,
    "earlier",
    "Versions",
    ["roll-back"],
    earlier === null
      ? html`<p>There is no earlier version to go back to.</p>`
      : html`${table(
          "Contents now and before the last load",
          ["", "Entries", "Sources", "Last loaded"],
          [row("Now", current), row("Before the last load", earlier)],
        )}
        ${form(view, "earlier", "roll-back", goBack)}`,
  );
}

function dropSection(view: View): Html {
  const { dataset } = view.editor;
  const typed = view.refused?.change === "drop" ? view.refused.confirmation : "";
  const label = `To confirm, type its name: ${dataset.name}`;
  const name = field({ name: "confirmation", label, type: "text", autocomplete: "off", value: typed });
  return section(
    view,
    "drop",
    "Delete the dataset",
    ["drop"],
    html`<p>This deletes its entries, sources and load history for good.</p>
      ${form(
        view,
        "drop",
        "drop",
        html`${confirmUse(view, "drop")} ${name}
          <p><button>Delete the dataset</button></p>`,
      )}`,
  );
}

/** Name the datasets that use one, with a box to tick to go on all the same; `null` if none does. */
function confirmUse({ editor: { uses } }: View, change: Change): Html | null {
  if (uses.length === 0) return null;
  const id = `${change}-used`;
  return html`<p class="note">
      Others use it, and would lose it:
      ${uses.map(({ by, as }, at) => html`${at === 0 ? "" : ", "}<bdi>${by}</bdi> (${as})`)}.
    </p>
    <p>
      <input id="${id}" type="checkbox" name="used" value="yes" required="" />
      <label for="${id}">Do it all the same</label>
    </p>`;
}

/** Write a section of the page, with the errors of the changes sent from it. */
function section({ refused }: View, id: string, title: string, changes: readonly Change[], content: Html): Html {
  const isHere = refused?.change !== undefined && changes.includes(refused.change);
  const errors = isHere ? refused.errors.map((error) => html`<p class="fault" dir="auto">${error}</p> `) : [];
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

function time({ dates }: PageReader, iso: string): Html {
  return html`<time datetime="${iso}">${dates.minute(iso)}</time>`;
}
