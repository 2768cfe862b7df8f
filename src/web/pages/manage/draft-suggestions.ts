import type { Suggestion } from "../../../sources/analysis/suggestion.js";
import { suggestionId } from "../../../sources/analysis/suggestion.js";
import type { SuggestionChoice } from "../../../calls/publishing/drafts/form/model-form.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { suggestionField } from "./model-form-fields.js";
import { offerBox } from "./offer.js";

/** Write the suggestions what the figures of a table mean, each to be ticked or not; `null` if there are none. */
export function showSuggestions(
  suggestions: readonly Suggestion[],
  choices: readonly SuggestionChoice[],
  locale: PageLocale,
): Html | null {
  const { suggestions: texts } = locale.words.drafts;
  if (suggestions.length === 0) return null;
  const accepted = new Set(choices.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  return html`<section aria-labelledby="suggestions">
    <h2 id="suggestions">${texts.title}</h2>
    <p>${texts.lead}</p>
    ${suggestions.map((each, at) => {
      const id = suggestionId(each);
      const fields = { accept: suggestionField(at, "accept"), id: suggestionField(at, "id") };
      return offerBox({ ...each, id, isAccepted: accepted.has(id) }, fields, locale);
    })}
  </section> `;
}
