import type { Suggestion } from "../../analysis/suggestion.js";
import { suggestionId } from "../../analysis/suggestion.js";
import type { SuggestionChoice } from "../../api/drafts/form/model-form.js";
import { html, type Html } from "../parts/html.js";
import { suggestionField } from "./model-form-fields.js";

/** Write the suggestions what the figures of a table mean, each to be ticked or not; `null` if there are none. */
export function showSuggestions(suggestions: readonly Suggestion[], choices: readonly SuggestionChoice[]): Html | null {
  if (suggestions.length === 0) return null;
  const accepted = new Set(choices.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  return html`<section aria-labelledby="suggestions">
    <h2 id="suggestions">What the figures mean</h2>
    <p>
      This is what the columns seem to say. Tick what is right: it becomes part of the model, and you can change it
      there, now or after publishing.
    </p>
    ${suggestions.map((each, at) => showSuggestion(each, at, accepted.has(suggestionId(each))))}
  </section> `;
}

function showSuggestion(suggestion: Suggestion, at: number, isTicked: boolean): Html {
  const { label, reason, examples } = suggestion;
  const name = suggestionField(at, "accept");
  return html`<div class="choice">
    <p class="tick">
      <input
        id="${name}"
        type="checkbox"
        name="${name}"
        value="yes"
        aria-describedby="${name}-why"
        ${isTicked ? html`checked` : null}
      />
      <label for="${name}" dir="auto">${label}</label>
      <input type="hidden" name="${suggestionField(at, "id")}" value="${suggestionId(suggestion)}" />
    </p>
    <div id="${name}-why">
      <p dir="auto">${reason}.</p>
      <ul class="note">
        ${examples.map((example) => html`<li dir="auto">${example}</li> `)}
      </ul>
    </div>
  </div> `;
}
