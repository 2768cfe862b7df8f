import { typedIn } from "../parts/typed-in.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { ExploreForm } from "../../../calls/views/pages/forms.js";
import { printAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { printAgainst } from "../../../core/query/aggregate/figure-request.js";
import { type CutClause, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { hasTotal } from "../tables/added-members.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { allCharts, chartsToChoose } from "./chart-choices.js";
import { sideOfState } from "./compare-choice.js";
import {
  fieldsToCut,
  numbersToKeep,
  type Option,
  ordersToChoose,
  partsToSplit,
  sidesToCompare,
  termsToChoose,
  withChosen,
} from "./form-options.js";
import { nameColumn } from "../tables/name-column.js";

/** List the fields of the form, by parameter. */
export function exploreFields({ words }: PageLocale): Readonly<Record<string, FieldErrors>> {
  const { form } = words.explore;
  return {
    drilldown: { id: "by", label: form.by },
    measure: { id: "measure", label: form.show },
    chart: { id: "chart", label: form.chart },
    field: { id: "field", label: form.onlyWhere },
    against: { id: "against", label: form.compare },
    having: { id: "above", label: form.onlyAbove },
    top: { id: "top", label: form.keep },
    order: { id: "order", label: form.order },
  };
}

/**
 * Write the form that chooses how a dataset is split.
 * @param page the state with its figure; `null` if the state has errors
 */
export function exploreForm(
  form: ExploreForm,
  locale: PageLocale,
  page: Exploration | null,
  errors: FormErrors = NO_ERRORS,
): Html {
  const { typed, dataset } = form;
  const words = locale.words.explore.form;
  const list = planList(form, locale, page, errors);
  const parts = partsToSplit(form, locale, page?.precisions);
  const [first = "", second = "", ...more] = typed.drilldown.map((each) => (each === "year" ? "time.year" : each));
  const above = readAbove(typed.having, typed.measures[0]!);
  const against = page ? sideOfState(page) : typed.against === null ? "" : printAgainst(typed.against);
  const measures = page?.figure.pair ? typed.measures.slice(0, 1) : typed.measures;
  const sides = sidesToCompare(page?.comparisons ?? [], locale);
  const isFolded = typed.having.length === 0 && typed.top === null && !typed.order;
  return html`<form class="bar-form" aria-label="${words.name}" action="${locale.href(`${dataset.html_url}/explore`)}">
    ${list("drilldown", "by", words.by, parts, first, words.nothing)}
    ${list("drilldown", "and", words.andBy, parts, second, words.nothingElse)}
    ${more.map((each, at) => list("drilldown", at === 0 ? "then" : `then-${at}`, words.andBy, parts, each, words.nothingElse))}
    ${list("measure", "measure", words.show, termsToChoose(form, locale, page === null || hasTotal(page.figure), page?.otherLabel ? sayPhrase(locale, page.otherLabel) : null), measures.join("|"))}
    ${list("chart", "chart", words.chart, page ? chartsToChoose(page, locale) : allCharts(locale), typed.chart ?? "", words.automatic)}
    ${errors.hasErrors("cut") ? null : hidden("cut", printCuts(typed.cuts))} ${hidden("all", typed.all.join("|"))}
    ${printAdjustments(typed.adjust).map(([name, value]) => hidden(name, value))}
    ${hidden("rollup", typed.rollup ? "true" : "")} ${above === null ? hidden("having", printCuts(typed.having)) : null}
    ${fieldPair(form, locale, errors)}
    ${
      sides.length === 0 && against === "" && !errors.hasErrors("against")
        ? null
        : list("against", "against", words.compare, sides, against, words.nothing)
    }
    ${errors.others}
    <button>${words.button}</button>
    <details class="more" ${isFolded && errors === NO_ERRORS ? null : html`open=""`}>
      <summary>${words.more}</summary>
      <div>
        <span
          ><label for="above">${words.onlyAbove}</label>
          <input
            id="above"
            name="above"
            inputmode="decimal"
            autocomplete="off"
            value="${errors.hasErrors("having") ? typed.above : locale.numbers.typed(typed.above || (above ?? ""))}"
            ${errors.mark("having")}
          />
          ${errors.beside("having")}</span
        >
        ${list("top", "top", words.keepRest, numbersToKeep(form, locale), typed.top ?? "", words.asMany)}
        ${list("order", "order", words.order, ordersToChoose(form, locale), typed.order ?? "", words.largestFirst)}
      </div>
    </details>
    ${typedIn(locale)}
  </form>`;
}

/** Write one list of choices. */
type WriteList = (
  name: string,
  id: string,
  label: string,
  options: readonly Option[],
  chosen: string,
  none?: string,
) => Html;

/** Name a choice that no list offers, such as the month of a date in the address; without a name, as it was written. */
function labelOfChosen(locale: PageLocale, page: Exploration | null, name: string, chosen: string): string {
  const column = page?.figure.columns.find(({ reference }) => reference === chosen);
  return (
    (name === "against" && page?.otherLabel
      ? sayPhrase(locale, page.otherLabel)
      : name === "drilldown" && column
        ? nameColumn(locale, column)
        : null) ?? chosen
  );
}

function planList(form: ExploreForm, locale: PageLocale, page: Exploration | null, errors: FormErrors): WriteList {
  const known = new Set(["", ...partsToSplit(form, locale, page?.precisions).map(({ value }) => value)]);
  const isSplitKnown = form.typed.drilldown.every((each) => known.has(each));
  return (name, id, label, options, chosen, none) => {
    // Several lists share the parameter `drilldown`: mark only the invalid ones.
    const isAtError = name !== "drilldown" || (isSplitKnown ? id === "by" : !known.has(chosen));
    const all = withChosen(options, chosen, labelOfChosen(locale, page, name, chosen));
    const groups = [...new Set(all.map(({ group }) => group))];
    const write = ({ value, label: text, refusal }: Option): Html => {
      const state =
        value === chosen ? html`selected=""` : refusal !== undefined ? html`disabled="" title="${refusal}"` : null;
      return html`<option value="${value}" ${state}>${text}</option>`;
    };
    return html`<span
      ><label for="${id}">${label}</label>
      <select id="${id}" name="${name}" ${isAtError ? errors.mark(name) : null}>
        ${none === undefined ? null : html`<option value="">${none}</option>`}
        ${groups.map((group) => {
          const own = all.filter((each) => each.group === group).map(write);
          return group === undefined ? html`${own}` : html`<optgroup label="${group}">${own}</optgroup>`;
        })}
      </select>
      ${id === "by" || name !== "drilldown" ? errors.beside(name) : null}</span
    > `;
  };
}

function hidden(name: string, value: string): Html | null {
  return value === "" ? null : html`<input type="hidden" name="${name}" value="${value}" />`;
}

function fieldPair(form: ExploreForm, locale: PageLocale, errors: FormErrors): Html {
  const { typed, dataset } = form;
  const words = locale.words.explore.form;
  return html`<span class="pair"
    ><span
      ><label for="field">${words.onlyWhere}</label>
      <select id="field" name="field" ${errors.mark("field")}>
        <option value="">–</option>
        ${withChosen(fieldsToCut(form, locale), typed.field).map(({ value, label, within }) => html`<option value="${value}" ${value === typed.field ? html`selected=""` : null} ${within ? html`data-within="${within}"` : null}>${label}</option>`)}
      </select>
      ${errors.beside("field")}</span
    >
    <span
      ><label for="value">${words.is}</label>
      <input
        id="value"
        name="value"
        autocomplete="off"
        value="${typed.value}"
        data-suggest-for="field"
        data-base="${locale.href(dataset.html_url)}" /></span
  ></span>`;
}

/** Return the least amount of conditions that say no more than that; `null` for others. */
function readAbove(having: readonly CutClause[], term: string): string | null {
  if (having.length === 0) return "";
  const [{ field, value, excluded = false }] = having as readonly [CutClause];
  if (having.length > 1 || field !== term || excluded || typeof value === "string") return null;
  return value.to === null && value.from?.inclusive ? value.from.text : null;
}
