import type { InvalidInput } from "../../api/pages/invalid-pages.js";
import { html, type Html } from "./html.js";
import { markWrong } from "./mark-wrong.js";

/** A field of a form. */
export interface FieldErrors {
  readonly id: string;
  readonly label: string;
}

/** What is wrong with a form, sorted by its fields. */
export interface FormErrors {
  /** All of it, with the ways to the fields: stands above the form. */
  readonly summary: Html | null;
  /** What the field of a parameter has among its attributes. */
  readonly mark: (parameter: string) => Html | null;
  /** What stands beside it. */
  readonly beside: (parameter: string) => Html | null;
  /** Fields for parameters that have no field, where something is wrong with them. */
  readonly others: Html | null;
  readonly hasErrors: (parameter: string) => boolean;
}

/** A form with which nothing is wrong. */
export const NO_ERRORS: FormErrors = {
  summary: null,
  mark: () => null,
  beside: () => null,
  others: null,
  hasErrors: () => false,
};

/**
 * Sort what is wrong by the fields of a form.
 * @param fields those that the form has, by parameter
 * @param hidden what people call the parameters that it has no field for
 */
export function sortErrors(
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
    all[parameter] && sentences.has(parameter) ? markWrong(`${all[parameter].id}-fault`) : null;
  const beside = (parameter: string): Html | null =>
    all[parameter] && sentences.has(parameter)
      ? html`<span class="beside-field" id="${all[parameter].id}-fault" dir="auto"
          >${sentences.get(parameter)!.join(". ")}</span
        >`
      : null;
  return {
    summary: summarise(sentences, all),
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
  sentences: ReadonlyMap<string, readonly string[]>,
  fields: Readonly<Record<string, FieldErrors>>,
): Html {
  const count = [...sentences.values()].flat().length;
  const order = Object.keys(fields);
  const place = (parameter: string): number => (fields[parameter] ? order.indexOf(parameter) : order.length);
  const inOrder = [...sentences].toSorted(([a], [b]) => place(a) - place(b));
  return html`<div class="faults" role="alert">
    <p>${count === 1 ? "This cannot be shown:" : `This cannot be shown, for ${count} reasons:`}</p>
    <ul>
      ${inOrder.flatMap(([parameter, list]) => {
        const field = fields[parameter];
        return list.map((sentence) =>
          field
            ? html`<li><a href="#${field.id}">${field.label}</a>: <span dir="auto">${sentence}</span></li> `
            : html`<li dir="auto">${parameter === "" ? "" : `${parameter}: `}${sentence}</li> `,
        );
      })}
    </ul>
  </div>`;
}
