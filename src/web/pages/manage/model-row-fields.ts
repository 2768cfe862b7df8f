import { html, type Html } from "../parts/html.js";
import { markWrong } from "../parts/mark-wrong.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError } from "../parts/show-error.js";
import { drawnField, type ModelRow, ROW_KEYS, rowField, type ItemKey, type RowPart } from "./model-rows.js";

/** The rows of a place of a model, each with a field for every key. */
export interface RowFields {
  readonly place: string;
  readonly part: RowPart;
  readonly rows: readonly ModelRow[];
  /** The JSON that they are drawn from. */
  readonly text: string;
  /** Number of empty rows for new items. */
  readonly blanks: number;
  /** Errors of the place. */
  readonly errors: readonly string[];
  /** Unique on the page. */
  readonly id: string;
}

/** The choices of the keys that have some. */
const CHOICES = { kind: ["break", "provisional", "note"], named: ["start", "end", "both"] } as const;

/** Id of the list of dimensions that fields propose. */
export const REFERENCES_ID = "references-list";

/** Keys whose values are dimensions, or the dataset. */
const REFERENCES: ReadonlySet<ItemKey> = new Set(["dimension", "drilldown"]);

/** Draw the rows of a place, and empty ones for new items. @returns with the errors that no row shows */
export function drawRows(
  { place, part, rows, text, blanks, errors, id }: RowFields,
  locale: PageLocale,
): { readonly drawn: Html; readonly others: readonly string[] } {
  const { rows: texts } = locale.words.manage;
  const isList = part !== "fiscal_year";
  const empty: ModelRow = { item: "{}", texts: {} };
  const all = [...rows, ...Array.from({ length: isList ? blanks : Number(rows.length === 0) }, () => empty)];
  const shown = new Set<string>();
  const field = (row: ModelRow, at: number, key: ItemKey): Html => {
    const path = pathOf(part, row, at);
    const own = errors.filter((error) => isOf(error, joinPath(path, key)) || (key === "name" && isAbout(error, path)));
    for (const error of own) shown.add(error);
    return drawField({ place, at, key, id: `${id}-${at}-${key}`, text: row.texts[key] ?? "", errors: own }, locale);
  };
  const drawn = all.map((row, at) => {
    const isNew = row === empty;
    const remove = rowField(place, at, "remove");
    return html`<div
      class="places item"
      role="group"
      aria-label="${isNew ? texts.fresh : (row.texts.name ?? String(at + 1))}"
    >
      <input type="hidden" name="${rowField(place, at, "item")}" value="${row.item}" />
      ${ROW_KEYS[part].map((key) => field(row, at, key))}
      ${
        isNew || !isList
          ? null
          : html`<div class="flag">
              <input id="${id}-${at}-remove" type="checkbox" name="${remove}" value="yes" />
              <label for="${id}-${at}-remove">${texts.remove}</label>
            </div>`
      }
    </div> `;
  });
  const more = html`<p><button name="do" value="more">${texts.more}</button></p>`;
  return {
    drawn: html`<input type="hidden" name="${drawnField(place)}" value="${text}" />${drawn} ${isList ? more : null}`,
    others: errors.filter((error) => !shown.has(error)),
  };
}

/** Return the path of an item within its place, as errors have it. */
function pathOf(part: RowPart, { texts }: ModelRow, at: number): string {
  if (part === "fiscal_year") return "";
  return part === "hierarchies" ? (texts.name ?? "") : `[${at}]`;
}

/** True if an error is about a place, and nothing within it. */
function isAbout(error: string, path: string): boolean {
  return path !== "" && error.startsWith(`${path}: `);
}

/** True if an error is about a place, or something within it. */
function isOf(error: string, path: string): boolean {
  return error.startsWith(path) && /^(?:: |\.|\[)/.test(error.slice(path.length));
}

function joinPath(path: string, key: ItemKey): string {
  return path === "" ? key : `${path}.${key}`;
}

interface RowFieldFacts {
  readonly place: string;
  readonly at: number;
  readonly key: ItemKey;
  readonly id: string;
  readonly text: string;
  readonly errors: readonly string[];
}

function drawField({ place, at, key, id, text, errors }: RowFieldFacts, locale: PageLocale): Html {
  const { rows: texts, model } = locale.words.manage;
  const name = rowField(place, at, key);
  const wrong = errors.length === 0 ? null : markWrong(`${id}-error`);
  const choices: readonly string[] | undefined = CHOICES[key as keyof typeof CHOICES];
  const labelled: Readonly<Record<string, string>> = { ...texts.kinds, ...texts.years };
  const input = choices
    ? html`<select id="${id}" name="${name}" ${wrong}>
        ${[...new Set(["", text, ...choices])].map((each) => html`<option value="${each}" ${each === text ? html`selected=""` : null}>${each === "" ? model.none : (labelled[each] ?? each)}</option> `)}
      </select>`
    : key === "levels" || key === "text"
      ? html`<textarea id="${id}" name="${name}" rows="2" dir="auto" ${wrong}>${`\n${text}`}</textarea>`
      : html`<input
          id="${id}"
          name="${name}"
          value="${text}"
          dir="auto"
          autocomplete="off"
          ${REFERENCES.has(key) ? html`list="${REFERENCES_ID}"` : null}
          ${wrong}
        />`;
  return html`<div class="line">
    <label for="${id}">${texts.keys[key]}</label> ${input}
    ${
      errors.length === 0
        ? null
        : html`<div id="${id}-error">
            ${errors.map((error) => html`<p class="beside-field" dir="auto">${showError(locale, error)}</p> `)}
          </div>`
    }
  </div> `;
}
