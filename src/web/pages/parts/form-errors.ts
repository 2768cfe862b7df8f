import { showError, showErrorsBeside } from "./show-error.js";
import type { InvalidInput } from "../../../calls/views/pages/invalid-pages.js";
import type { PageLocale } from "./page-locale.js";
import { html, type Html } from "./html.js";
import { markWrong } from "./mark-wrong.js";

/** A field of a form that errors can be shown beside. */
export interface FieldErrors {
  readonly id: string;
  readonly label: string;
}

/** The errors of a form, grouped by field. */
export interface FormErrors {
  /** All errors, with links to the fields; shown above the form. */
  readonly summary: Html | null;
  /** Attributes that mark the field of a parameter as invalid; `null` without errors. */
  readonly mark: (parameter: string) => Html | null;
  /** The errors shown beside the field of a parameter; `null` without errors. */
  readonly beside: (parameter: string) => Html | null;
  /** Extra fields for invalid parameters that the form has no field for. */
  readonly others: Html | null;
  readonly hasErrors: (parameter: string) => boolean;
}

/** A form without errors. */
export const NO_ERRORS: FormErrors = {
  summary: null,
  mark: () => null,
  beside: () => null,
  others: null,
  hasErrors: () => false,
};

/**
 * Group errors by the fields of a form.
 * @param fields of the form, by parameter
 * @param hidden labels of the parameters that the form has no field for
 */
export function sortFormErrors(
  locale: PageLocale,
  { errors, typed }: InvalidInput,
  fields: Readonly<Record<string, FieldErrors>>,
  hidden: Readonly<Record<string, string>> = {},
): FormErrors {
  const sentences = new Map<string, string[]>();
  for (const error of errors) {
    const [, parameter = "", sentence = error] = /^(\w+): ([^]*)$/.exec(error) ?? [];
    sentences.set(parameter, [...(sentences.get(parameter) ?? []), sentence]);
  }
  const own = Object.entries(hidden).filter(([parameter]) => sentences.has(parameter) && !fields[parameter]);
  const all = {
    ...fields,
    ...Object.fromEntries(own.map(([parameter, label]) => [parameter, { id: `again-${parameter}`, label }])),
  };
  const mark = (parameter: string): Html | null =>
    all[parameter] && sentences.has(parameter) ? markWrong(`${all[parameter].id}-error`) : null;
  const beside = (parameter: string): Html | null =>
    all[parameter] && sentences.has(parameter)
      ? html`<span class="beside-field" id="${all[parameter].id}-error" dir="auto"
          >${showErrorsBeside(locale, sentences.get(parameter)!, ". ")}</span
        >`
      : null;
  return {
    summary: summarise(locale, sentences, all),
    mark,
    beside,
    others:
      own.length === 0
        ? null
        : html`${own.map(([parameter, label]) => {
            const [value = "", ...more] = typed[parameter] ?? [];
            return html`<span
              ><label for="again-${parameter}">${label}</label>
              <input
                id="again-${parameter}"
                name="${parameter}"
                value="${[value, ...more].join("|")}"
                ${mark(parameter)}
              />
              ${beside(parameter)}</span
            > `;
          })}`,
    hasErrors: (parameter) => sentences.has(parameter),
  };
}

function summarise(
  locale: PageLocale,
  sentences: ReadonlyMap<string, readonly string[]>,
  fields: Readonly<Record<string, FieldErrors>>,
): Html {
  const { words, fill, fillHtml } = locale;
  const count = [...sentences.values()].flat().length;
  const order = Object.keys(fields);
  const place = (parameter: string): number => (fields[parameter] ? order.indexOf(parameter) : order.length);
  const inOrder = [...sentences].toSorted(([a], [b]) => place(a) - place(b));
  return html`<div class="errors" role="alert">
    <p>${fill(words.figures.formErrors.title, { count })}</p>
    <ul>
      ${inOrder.flatMap(([parameter, list]) => {
        const field = fields[parameter];
        return list.map((sentence) =>
          field
            ? html`<li>
                ${fillHtml(words.said.named, {
                  name: html`<a href="#${field.id}">${field.label}</a>`,
                  text: html`<span dir="auto">${showError(locale, sentence)}</span>`,
                })}
              </li> `
            : html`<li dir="auto">
                ${showError(locale, parameter === "" ? sentence : `${parameter}: ${sentence}`)}
              </li> `,
        );
      })}
    </ul>
  </div>`;
}
