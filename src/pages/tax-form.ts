import { type FormFaults, type FormField, NO_FAULTS } from "./parts/faults.js";
import { html, type Html } from "./parts/html.js";
import type { Reader } from "./parts/reader.js";

export const HABITS = [
  ["smoker", "Somebody smokes"],
  ["drinker", "Somebody drinks alcohol"],
  ["driver", "Somebody drives a car"],
] as const;

/** The fields of the form, by parameter. */
export const TAX_FIELDS: Readonly<Record<string, FormField>> = {
  income: { id: "income", label: "Income" },
  ...Object.fromEntries(HABITS.map(([name, label]) => [name, { id: name, label }])),
};

/** The form that asks about a household. @param answers by parameter; what is not there was not answered */
export function taxForm(
  answers: Readonly<Record<string, string>>,
  reader: Reader,
  faults: FormFaults = NO_FAULTS,
): Html {
  return html`<form class="bar-form" action="${reader.href("/explore/tax")}">
    <span
      ><label for="income">Income of the household a year, with pensions and benefits, in pounds</label>
      <input
        id="income"
        name="income"
        inputmode="decimal"
        required=""
        value="${answers["income"] ?? ""}"
        ${faults.mark("income")}
      />${faults.beside("income")}</span
    >
    ${HABITS.map(([name, label]) => {
      const answer = answers[name]?.trim().toLowerCase() ?? "";
      const options = ["yes", "no", ...(faults.isFaulty(name) ? [answers[name]!] : [])];
      const chosen = faults.isFaulty(name) ? answers[name] : answer || "yes";
      return html`<span
        ><label for="${name}">${label}</label>
        <select id="${name}" name="${name}" ${faults.mark(name)}>
          ${options.map((each) => html`<option value="${each}" ${each === chosen ? html`selected=""` : null}>${each}</option>`)}
        </select>
        ${faults.beside(name)}</span
      > `;
    })}
    <button>Estimate</button>
  </form>`;
}
