import { DATE_FORMATS } from "../../../sources/analysis/date-counter.js";
import { isUnanswered } from "../../../calls/publishing/drafts/form/cell-format.js";
import type { FormatQuestion } from "../../../calls/publishing/drafts/form/questions.js";
import { html, type Html } from "../parts/html.js";

type Option = readonly [value: string, text: string];

const TEXTS: readonly Option[] = [
  ["text", "Text"],
  ["id", "Text, as a short name"],
];

const NUMBERS: readonly Option[] = [
  ["number:.,", "1,234.5"],
  ["number:,.", "1.234,5"],
  ["number:, ", "1 234,5"],
  ["number:.'", "1'234.5"],
];

const EXAMPLE: Readonly<Record<string, string>> = {
  Y: "2014",
  y: "14",
  m: "03",
  d: "09",
  B: "March",
  b: "Mar",
  H: "17",
  I: "05",
  M: "30",
  S: "00",
  p: "PM",
};

const DATES: readonly Option[] = [
  ["date", "As all cells show"],
  ...DATE_FORMATS.map((format): Option => [`date:${format}`, exampleOf(format)]),
];

const GROUPS: readonly (readonly [label: string, options: readonly Option[]])[] = [
  ["Text", TEXTS],
  ["Numbers", [["number", "Number, as above"], ...NUMBERS]],
  ["Dates", DATES],
];

/** Built once, since a page may have hundreds of these lists. */
const LISTS: ReadonlyMap<string, Html> = new Map(
  GROUPS.flatMap(([, options]) => options.map(([value]) => [value, listOptions(value)])),
);

/**
 * Write the options for the format of a column's cells.
 * @param question the ways to read a cell that can be read in two: these come first, and none is chosen for the user
 */
export function formatOptions(chosen: string, question: FormatQuestion | null): Html {
  if (!question) return listAll(chosen);
  const answers = question.answers.map(({ format, meaning }): Option => [format, meaning]);
  const isAnswered = answers.some(([format]) => format === chosen);
  return html`${isUnanswered(chosen) ? option([chosen, "Choose …"], chosen) : null}
    <optgroup label="${question.cell} is">${answers.map((answer) => option(answer, chosen))}</optgroup>
    ${isAnswered || isUnanswered(chosen) ? listOptions("") : listAll(chosen)}`;
}

function listAll(chosen: string): Html {
  return LISTS.get(chosen) ?? html`${option([chosen, chosen.replace(/^\w+:/, "")], chosen)} ${listOptions(chosen)}`;
}

function listOptions(chosen: string): Html {
  return html`${GROUPS.map(
    ([label, options]) => html`<optgroup label="${label}">${options.map((each) => option(each, chosen))}</optgroup> `,
  )}`;
}

/** Write the options for the number format of a table. */
export function numberOptions(chosen: string): Html {
  const options: readonly Option[] = [["number", "1,234.5 (default)"], ...NUMBERS];
  const isKnown = options.some(([value]) => value === chosen);
  return html`${isKnown ? null : option([chosen, chosen.replace(/^\w+:/, "")], chosen)}
  ${options.map((each) => option(each, chosen))}`;
}

export function option([value, text]: Option, chosen: string): Html {
  return html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option> `;
}

/** Write an example date in a format. */
export function exampleOf(format: string): string {
  const example = format.replace(/%(\w)/g, (code, letter: string) => EXAMPLE[letter] ?? code);
  const order = /%d.*%m/.test(format) ? " (day, month)" : /%m.*%d/.test(format) ? " (month, day)" : "";
  return `${example}${order}`;
}
