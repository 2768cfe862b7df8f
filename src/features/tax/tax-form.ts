import { typedIn } from "../../web/pages/parts/typed-in.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../../web/pages/parts/form-errors.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { PageReader } from "../../web/pages/parts/reader.js";

export const HABITS = ["smoker", "drinker", "driver"] as const;

/** Return the fields of the form, by parameter. */
export function taxFields({ words }: PageReader): Readonly<Record<string, FieldErrors>> {
  const { income, habits } = words.tax;
  return {
    income: { id: "income", label: income },
    ...Object.fromEntries(HABITS.map((name) => [name, { id: name, label: habits[name] }])),
  };
}

/** Write the form about a household. @param answers by parameter; unanswered ones are missing */
export function taxForm(
  answers: Readonly<Record<string, string>>,
  reader: PageReader,
  errors: FormErrors = NO_ERRORS,
): Html {
  const { tax } = reader.words;
  const named: Readonly<Record<string, string>> = { yes: tax.yes, no: tax.no };
  return html`<form class="bar-form" action="${reader.href("/explore/tax")}">
    <span
      ><label for="income">${tax.incomeLabel}</label>
      <input
        id="income"
        name="income"
        inputmode="decimal"
        required=""
        value="${errors.hasErrors("income") ? (answers["income"] ?? "") : reader.numbers.typed(answers["income"] ?? "")}"
        ${errors.mark("income")}
      />${errors.beside("income")}</span
    >
    ${HABITS.map((name) => {
      const answer = answers[name]?.trim().toLowerCase() ?? "";
      const options = ["yes", "no", ...(errors.hasErrors(name) ? [answers[name]!] : [])];
      const chosen = errors.hasErrors(name) ? answers[name] : answer || "yes";
      return html`<span
        ><label for="${name}">${tax.habits[name]}</label>
        <select id="${name}" name="${name}" ${errors.mark(name)}>
          ${options.map((each) => html`<option value="${each}" ${each === chosen ? html`selected=""` : null}>${Object.hasOwn(named, each) ? named[each]! : each}</option>`)}
        </select>
        ${errors.beside(name)}</span
      > `;
    })}
    ${typedIn(reader)}
    <button>${tax.estimate}</button>
  </form>`;
}
