import { typedIn } from "../parts/typed-in.js";
import type { EntriesForm } from "../../../calls/views/pages/forms.js";
import { printClauses } from "../../../core/query/clauses.js";
import { type FormErrors, type FieldErrors, NO_ERRORS } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

/** The fields of the form, by parameter. */
export function entriesFields({ measures }: EntriesForm, { words }: PageLocale): Readonly<Record<string, FieldErrors>> {
  const { form } = words.entries;
  return {
    q: { id: "q", label: form.words },
    ...(measures.length > 1 ? { measure: { id: "measure", label: form.whichAmount } } : {}),
    min: { id: "min", label: form.amountFrom },
    max: { id: "max", label: form.amountTo },
  };
}

/** Write the form that filters entries. @param fields to show as columns */
export function entriesForm(
  { requested, dimensions, measures, url }: EntriesForm,
  locale: PageLocale,
  fields: readonly string[],
  errors: FormErrors = NO_ERRORS,
): Html {
  const { form } = locale.words.entries;
  const all = [...dimensions, ...measures];
  const hide = (name: string, values: readonly string[]): Html | null =>
    errors.hasErrors(name)
      ? null
      : html`${values.map((each) => html`<input type="hidden" name="${name}" value="${each}" />`)}`;
  const fill = (name: "min" | "max"): string =>
    errors.hasErrors(name) ? requested[name] : locale.numbers.typed(requested[name]);
  const isOpen = requested.min !== "" || requested.max !== "" || ["measure", "min", "max"].some(errors.hasErrors);
  return html`<form class="choose" role="search" aria-label="${form.name}" action="${locale.href(url)}">
    <label for="q">${form.words}</label>
    <input id="q" type="search" name="q" value="${requested.q}" ${errors.mark("q")} />
    ${errors.beside("q")} ${hide("filter", requested.filters.length === 0 ? [] : [printClauses(requested.filters)])}
    ${hide("fq", requested.fq)} ${hide("order", requested.order === "" ? [] : [requested.order])}
    <details ${isOpen ? html`open=""` : null}>
      <summary>${measures.length === 0 ? form.columns : form.amountAndColumns}</summary>
      ${
        measures.length === 0
          ? null
          : html`<fieldset>
              <legend>${form.amount}</legend>
              ${measures.length === 1 ? null : chooseMeasure(measures, requested.measure, errors, form.which)}
              <label for="min">${form.from}</label>
              <input id="min" name="min" inputmode="decimal" value="${fill("min")}" ${errors.mark("min")} />
              ${errors.beside("min")}
              <label for="max">${form.to}</label>
              <input id="max" name="max" inputmode="decimal" value="${fill("max")}" ${errors.mark("max")} />
              ${errors.beside("max")}
            </fieldset>`
      }
      <fieldset>
        <legend>${form.columns}</legend>
        <ul>
          ${all.map(
            ({ name, label }) =>
              html`<li>
                <label
                  ><input
                    type="checkbox"
                    name="columns"
                    value="${name}"
                    ${fields.includes(name) ? html`checked=""` : null}
                  />
                  <bdi>${label}</bdi></label
                >
              </li> `,
          )}
        </ul>
      </fieldset>
    </details>
    ${errors.others} ${typedIn(locale)}
    <button>${form.show}</button>
  </form>`;
}

function chooseMeasure(measures: EntriesForm["measures"], chosen: string, errors: FormErrors, which: string): Html {
  const isKnown = measures.some(({ name }) => name === chosen);
  const options = isKnown ? measures : [...measures, { name: chosen, label: chosen }];
  return html`<label for="measure">${which}</label>
    <select id="measure" name="measure" ${errors.mark("measure")}>
      ${options.map(({ name, label }) => html`<option value="${name}" ${name === chosen ? html`selected=""` : null}>${label}</option>`)}
    </select>
    ${errors.beside("measure")}`;
}
