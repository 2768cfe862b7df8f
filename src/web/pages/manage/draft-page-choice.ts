import type { PageChoice, SplitOption } from "../../../calls/publishing/drafts/form/page-choice.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { option } from "./format-options.js";
import { hierarchyField, viewField } from "./model-form-fields.js";

/** Minimum number of choices for splits, and for the levels of a hierarchy. */
const CHOICES = 3;

/** Write what the page of the dataset is split by, and its hierarchies, each to be chosen from the fields of the model. */
export function showPageChoice(
  { views, hierarchies }: PageChoice,
  splits: readonly SplitOption[],
  { words, fill }: PageLocale,
): Html | null {
  const { choice } = words.drafts;
  if (splits.length < 2) return null;
  const rows = [...hierarchies, { name: "", levels: [] }];
  const nth = (at: number): string => (at === 0 ? choice.firstSplit : choice.nextSplit);
  return html`<details aria-labelledby="page-choice" class="page-choice">
    <summary><h2 id="page-choice">${choice.title}</h2></summary>
    <p>${choice.lead}</p>
    <div class="fields-form">
      ${Array.from({ length: Math.max(views.length + 1, CHOICES) }, (_, at) => {
        const none = at === 0 && views.length === 0 ? choice.automatic : choice.none;
        return select(viewField(at), nth(at), views[at] ?? "", splits, none);
      })}
    </div>
    <p>${choice.hierarchies}</p>
    ${rows.map(({ name, levels }, at) => {
      const count = Math.max(levels.length + 1, CHOICES);
      const title = name === "" ? choice.newHierarchy : fill(choice.hierarchy, { name });
      return html`<fieldset>
        <legend>${title}</legend>
        <input type="hidden" name="${hierarchyField(at, "is")}" value="yes" />
        <input type="hidden" name="${hierarchyField(at, "name")}" value="${name}" />
        <div class="fields-form">
          ${Array.from({ length: count }, (_, level) =>
            select(
              hierarchyField(at, level),
              level === 0 ? choice.from : choice.to,
              levels[level] ?? "",
              splits,
              choice.none,
            ),
          )}
        </div>
      </fieldset> `;
    })}
  </details>`;
}

function select(field: string, label: string, chosen: string, splits: readonly SplitOption[], none: string): Html {
  const isKnown = chosen === "" || splits.some(({ reference }) => reference === chosen);
  return html`<div>
    <label for="${field}">${label}</label>
    <select id="${field}" name="${field}">
      ${option(["", none], chosen)} ${isKnown ? null : option([chosen, chosen], chosen)}
      ${splits.map(({ reference, label: text }) => option([reference, text], chosen))}
    </select>
  </div> `;
}
