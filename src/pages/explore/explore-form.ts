import { CHARTS } from "../../api/pages/explore-state.js";
import type { ExploreForm } from "../../api/pages/forms.js";
import { isPlainCut, printCuts } from "../../query/syntax/cut-clause.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

const CHART_NAMES = {
  treemap: "Treemap",
  bars: "Bar chart",
  line: "Line chart",
  table: "Table only",
} as const;

/** The fields of the form, by parameter. */
export function exploreFields({ measures }: ExploreForm): Readonly<Record<string, FieldErrors>> {
  return {
    drilldown: { id: "by", label: "Split by" },
    ...(measures.length > 1 ? { measure: { id: "measure", label: "Amount" } } : {}),
    chart: { id: "chart", label: "Chart" },
    order: { id: "order", label: "Order" },
    field: { id: "field", label: "Only where" },
  };
}

/** Write the form that chooses how a dataset is split. */
export function exploreForm(form: ExploreForm, reader: PageReader, errors: FormErrors = NO_ERRORS): Html {
  const { typed, measures, dataset } = form;
  const parts = partsToSplit(form);
  const known = new Set(["", ...parts.map(({ value }) => value)]);
  const isSplitKnown = typed.drilldown.every((each) => known.has(each));
  const select = (
    name: string,
    id: string,
    label: string,
    options: readonly Option[],
    chosen: string,
    none?: string,
  ): Html => {
    // Several lists share the parameter `drilldown`: mark only the invalid ones.
    const isAtError = name !== "drilldown" || (isSplitKnown ? id === "by" : !known.has(chosen));
    return html`<span
      ><label for="${id}">${label}</label>
      <select id="${id}" name="${name}" ${isAtError ? errors.mark(name) : null}>
        ${none === undefined ? null : html`<option value="">${none}</option>`}
        ${withChosen(options, chosen).map((each) => html`<option value="${each.value}" ${each.value === chosen ? html`selected=""` : null}>${each.label}</option>`)}
      </select>
      ${id === "by" || name !== "drilldown" ? errors.beside(name) : null}</span
    > `;
  };
  const [first = "", second = "", third] = typed.drilldown;
  return html`<form class="bar-form" aria-label="What to show" action="${reader.href(`${dataset.html_url}/explore`)}">
    ${select("drilldown", "by", "Split by", parts, first, "Nothing")}
    ${select("drilldown", "and", "and by", parts, second, "Nothing else")}
    ${third === undefined ? null : select("drilldown", "then", "and by", parts, third, "Nothing else")}
    ${
      measures.length === 1
        ? null
        : select(
            "measure",
            "measure",
            "Amount",
            measures.map(({ name, label }) => ({ value: name, label })),
            typed.measure,
          )
    }
    ${select(
      "chart",
      "chart",
      "Chart",
      CHARTS.map((value) => ({ value, label: CHART_NAMES[value] })),
      typed.chart ?? "",
      "Automatic",
    )}
    ${select("order", "order", "Order", orders(form), typed.order ?? "", "Largest first")}
    ${errors.hasErrors("cut") ? null : html`<input type="hidden" name="cut" value="${printCuts(typed.cuts)}" />`}
    ${typed.all.length === 0 ? null : html`<input type="hidden" name="all" value="${typed.all.join("|")}" />`}
    <span class="pair"
      ><span
        ><label for="field">Only where</label>
        <select id="field" name="field" ${errors.mark("field")}>
          <option value="">–</option>
          ${withChosen(fieldsToCut(form), typed.field).map(({ value, label, within }) => html`<option value="${value}" ${value === typed.field ? html`selected=""` : null} ${within ? html`data-within="${within}"` : null}>${label}</option>`)}
        </select>
        ${errors.beside("field")}</span
      >
      <span
        ><label for="value">is</label>
        <input
          id="value"
          name="value"
          autocomplete="off"
          value="${typed.value}"
          data-suggest-for="field"
          data-base="${reader.href(dataset.html_url)}" /></span
    ></span>
    ${errors.others}
    <button>Show</button>
  </form>`;
}

interface Option {
  readonly value: string;
  readonly label: string;
  /** Cuts that its members lie within. */
  readonly within?: string;
}

/** Add the chosen value to the options if it is missing: the address of the page may name anything. */
function withChosen(options: readonly Option[], chosen: string): readonly Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: chosen }];
}

function partsToSplit({ dimensions }: ExploreForm): readonly Option[] {
  return dimensions.flatMap(({ name, label, type, attributes }) => {
    if (type !== "date") return [{ value: name, label }];
    const isTime = name === "time";
    const year = { value: `${name}.year`, label: isTime ? "Year" : `${label}: year` };
    const fiscal = { value: `${name}.fiscal_year`, label: isTime ? "Fiscal year" : `${label}: fiscal year` };
    return "fiscal_year" in attributes ? [year, fiscal] : [year];
  });
}

function orders(form: ExploreForm): readonly Option[] {
  const { typed, measures } = form;
  const measure = measures.some(({ name }) => name === typed.measure) ? typed.measure : measures[0]!.name;
  const named = new Map(partsToSplit(form).map(({ value, label }) => [value, label]));
  return [
    { value: `${measure}:asc`, label: "Smallest first" },
    { value: "num_entries:desc", label: "Most entries first" },
    ...typed.drilldown.map((each) => ({ value: `${each}:asc`, label: `By ${named.get(each) ?? each}` })),
  ];
}

/** List the fields to filter by: of dimensions with labels the label, of dates the year. */
function fieldsToCut({ dimensions, typed }: ExploreForm): readonly Option[] {
  return dimensions.map((dimension) => {
    const { name, label, type, attributes } = dimension;
    const within = printCuts(typed.cuts.filter((cut) => isPlainCut(cut) && isAbove(dimensions, dimension, cut.field)));
    const attribute = type === "date" ? ".year" : type !== "attribute" && "label" in attributes ? ".label" : "";
    return { value: `${name}${attribute}`, label: type === "date" ? `${label}: year` : label, within };
  });
}

/** True if a field is, or belongs to, a level above a dimension. */
function isAbove(
  dimensions: ExploreForm["dimensions"],
  { hierarchies = [] }: Pick<ExploreForm["dimensions"][number], "hierarchies">,
  field: string,
): boolean {
  return hierarchies.some(({ name, parent }) => {
    if (parent === null) return false;
    const above = dimensions
      .flatMap((each) => each.hierarchies ?? [])
      .filter((each) => each.name === name && each.level === parent);
    return field === parent || field === `${parent}.label` || isAbove(dimensions, { hierarchies: above }, field);
  });
}
