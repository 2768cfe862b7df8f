import { chooseForm, type Counting } from "../../words/fill.js";
import { type Template, templateOf } from "../../words/template.js";
import type { CountOf, PairsOf, SlotsOf, Text, ValuesOf } from "../../words/text.js";
import { escapeText, type Html, html, type HtmlPart } from "./html.js";

/**
 * Values of a text in markup. Numbers are counts; a slot around words takes a function, which puts them into an element.
 */
export type HtmlValues<T extends Text> = Readonly<Record<SlotsOf<T>, HtmlPart>> &
  Readonly<Record<PairsOf<T>, Surround>> &
  CountOf<T>;

type Surround = (words: Html) => Html;

/** Writes a text as markup, with the values of its slots. */
export type FillHtml = <const T extends Text>(text: T, ...values: ValuesOf<T, HtmlValues<T>>) => Html;

/** Texts between slots as markup, by the template that they are of. */
const escaped = new WeakMap<Template, readonly string[]>();

function escapedOf(template: Template): readonly string[] {
  let found = escaped.get(template);
  if (!found) escaped.set(template, (found = template.fixed.map(escapeText)));
  return found;
}

/** Create the function that fills texts of a language in markup. */
export function createFillHtml(counting: Counting): FillHtml {
  const write = (template: Template, values: Readonly<Record<string, unknown>>): string => {
    const fixed = escapedOf(template);
    let markup = fixed[0]!;
    for (const [at, { name, inner }] of template.slots.entries()) {
      markup += writeSlot(values[name], inner && write(inner, values)) + fixed[at + 1]!;
    }
    return markup;
  };
  const writeSlot = (value: unknown, inner: string | null): string => {
    if (inner !== null) return (value as Surround)({ markup: inner }).markup;
    return html`${typeof value === "number" ? counting.count(value) : (value as HtmlPart)}`.markup;
  };
  return (text, ...[values]) => {
    const filled: Readonly<Record<string, unknown>> = values ?? {};
    return { markup: write(templateOf(chooseForm(text, filled, counting)), filled) };
  };
}
