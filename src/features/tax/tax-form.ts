import { typedIn } from "../../web/pages/parts/typed-in.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../../web/pages/parts/form-errors.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { PageReader } from "../../web/pages/parts/reader.js";

export const HABITS = [
  ["smoker", "Anyone smokes"],
  ["drinker", "Anyone drinks alcohol"],
  ["driver", "Anyone drives a car"],
] as const;

/** The fields of the form, by parameter. */
export const TAX_FIELDS: Readonly<Record<string, FieldErrors>> = {
  income: { id: "income", label: "Income" },
  ...Object.fromEntries(HABITS.map(([name, label]) => [name, { id: name, label }])),
};

/** Write the form about a household. @param answers by parameter; unanswered ones are missing */
export function taxForm(
  answers: Readonly<Record<string, string>>,
  reader: PageReader,
  errors: FormErrors = NO_ERRORS,
): Html {
  return html`<form class="bar-form" action="${reader.href("/explore/tax")}">
    <span
      ><label for="income">Yearly household income in pounds, including pensions and benefits</label>
      <input
        id="income"
        name="income"
        inputmode="decimal"
        required=""
        value="${errors.hasErrors("income") ? (answers["income"] ?? "") : reader.numbers.typed(answers["income"] ?? "")}"
        ${errors.mark("income")}
      />${errors.beside("income")}</span
    >
    ${HABITS.map(([name, label]) => {
      const answer = answers[name]?.trim().toLowerCase() ?? "";
      const options = ["yes", "no", ...(errors.hasErrors(name) ? [answers[name]!] : [])];
      const chosen = errors.hasErrors(name) ? answers[name] : answer || "yes";
      return html`<span
        ><label for="${name}">${label}</label>
        <select id="${name}" name="${name}" ${errors.mark(name)}>
          ${options.map((each) => html`<option value="${each}" ${each === chosen ? html`selected=""` : null}>${each}</option>`)}
        </select>
        ${errors.beside(name)}</span
      > `;
    })}
    ${typedIn(reader)}
    <button>Estimate</button>
  </form>`;
}
