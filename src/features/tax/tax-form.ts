import { typedIn } from "../../web/pages/parts/typed-in.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../../web/pages/parts/form-errors.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";

export const HABITS = ["smoker", "drinker", "driver"] as const;

/** Return the fields of the form, by parameter. */
export function taxFields({ words }: PageLocale): Readonly<Record<string, FieldErrors>> {
  const { income, habits } = words.tax;
  return {
    income: { id: "income", label: income },
    ...Object.fromEntries(HABITS.map((name) => [name, { id: name, label: habits[name] }])),
  };
}

/** Write the form about a household. @param answers by parameter; unanswered ones are missing */
export function taxForm(
  answers: Readonly<Record<string, string>>,
  locale: PageLocale,
  errors: FormErrors = NO_ERRORS,
): Html {
  const { tax } = locale.words;
  const named: Readonly<Record<string, string>> = { yes: tax.yes, no: tax.no };
  return html`<form class="bar-form" action="${locale.href("/explore/tax")}">
    <span
      ><label for="income">${tax.incomeLabel}</label>
      <input
        id="income"
        name="income"
        inputmode="decimal"
        required=""
        value="${errors.hasErrors("income") ? (answers["income"] ?? "") : locale.numbers.typed(answers["income"] ?? "")}"
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
    ${typedIn(locale)}
    <button>${tax.estimate}</button>
  </form>`;
}
