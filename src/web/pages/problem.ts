import { isolate } from "./parts/isolate.js";
import { readErrorCodes } from "../../core/errors/error-text.js";
import type { ResourceLink } from "../../core/errors/errors.js";
import { showError } from "./parts/show-error.js";
import { DATASETS_PATH } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageLocale } from "./parts/page-locale.js";

/** Pages to suggest instead. Paths begin with a slash. */
export interface Instead {
  /** Similar pages, the likeliest first. */
  readonly near: readonly ResourceLink[];
  /** The nearest existing parent page. */
  readonly above: ResourceLink | null;
}

/** Errors of a request, and pages to suggest instead. */
export interface ProblemPage extends Instead {
  readonly kind: "problem";
  readonly origin: string;
  /** HTTP status. */
  readonly status: number;
  readonly errors: readonly string[];
  /** Search words for the missing page; `null` if a search does not help. */
  readonly sought: string | null;
}

export function problemPage({ status, errors, near, above, sought }: ProblemPage, locale: PageLocale): LayoutContent {
  const links = [
    ...(above ? [{ ...above, label: nameParent(above, locale) }] : []),
    { label: locale.words.frame.allDatasets, path: DATASETS_PATH },
  ];
  const main = html`${errors.map((error) => html`<p class="error" dir="auto">${sayProblem(locale, error, above)}</p> `)}
    ${near.length === 0 ? null : suggest(locale, near)} ${sought === null ? null : searchFor(locale, sought)}
    <p>
      ${links.map(({ label, path }, at) => html`${at === 0 ? "" : " · "}<a href="${locale.href(path)}" dir="auto">${label}</a>`)}
    </p>`;
  return { title: titleOfProblem(locale, status), crumbs: [], main, data: [] };
}

function nameParent({ label, list }: NonNullable<Instead["above"]>, { words, fill }: PageLocale): string {
  switch (list) {
    case "entries":
      return fill(words.entries.title, { of: isolate(label) });
    case "versions":
      return fill(words.versions.title, { dataset: isolate(label) });
    case "shapes":
      return words.shapes.shapes;
    default:
      return label;
  }
}

/** The errors of names that are not there, and the value that is the name. */
const MISSING_NAMES: Readonly<Record<string, string>> = {
  unknown_dataset: "dataset",
  unknown_member: "member",
  no_such_dimension: "dimension",
};

/** Say an error; of a name that is not there without the names of programs: links say what there is instead. */
function sayProblem(locale: PageLocale, error: string, above: Instead["above"]): Html {
  const [coded] = readErrorCodes([error]);
  const list = coded?.code === "unknown_dataset" ? locale.words.frame.datasets : above?.label;
  const values: Readonly<Record<string, unknown>> = coded && list !== undefined ? coded.values : {};
  const name = values[MISSING_NAMES[coded?.code ?? ""] ?? ""];
  if (typeof name !== "string") return showError(locale, error);
  const said = { member: html`<bdi translate="no">${name}</bdi>`, dimension: html`<bdi>${list!}</bdi>` };
  return locale.fillHtml(locale.words.problem.noMember, said);
}

/** Name a status in the language of the page; an unknown one by its number alone. */
function titleOfProblem({ words, fill }: PageLocale, status: number): string {
  const { reasons, title } = words.problem;
  const reason = Object.hasOwn(reasons, status) ? reasons[status as keyof typeof reasons] : undefined;
  return reason === undefined ? String(status) : fill(title, { status: String(status), reason });
}

function suggest(locale: PageLocale, near: Instead["near"]): Html {
  return html`<section aria-labelledby="near">
    <h2 id="near">${locale.words.problem.near}</h2>
    <ul>
      ${near.map(({ label, path }) => html`<li><a href="${locale.href(path)}" dir="auto">${label}</a></li> `)}
    </ul>
  </section>`;
}

function searchFor(locale: PageLocale, sought: string): Html {
  const { find } = locale.words.problem;
  return html`<form class="find" role="search" aria-label="${find.name}" action="${locale.href("/search")}">
    <label for="instead">${find.label}</label>
    <input id="instead" type="search" name="q" value="${sought}" />
    <button>${find.button}</button>
  </form>`;
}
