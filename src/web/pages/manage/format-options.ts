import { DATE_FORMATS } from "../../../sources/analysis/date-ways.js";
import { isUnanswered } from "../../../calls/publishing/drafts/form/cell-format.js";
import type { FormatQuestion } from "../../../calls/publishing/drafts/form/questions.js";
import type { EnglishWords } from "../../words/english.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

type Option = readonly [value: string, text: string];

const NUMBERS: readonly Option[] = [
  ["number:.,", "1,234.5"],
  ["number:,.", "1.234,5"],
  ["number:, ", "1 234,5"],
  ["number:.'", "1'234.5"],
];

const EXAMPLE: Readonly<Record<string, string>> = {
  Y: "2014",
  y: "14",
  "{next}Y": "2015",
  "{next}y": "15",
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

type Group = readonly [label: string, options: readonly Option[]];

function groupsOf(locale: PageLocale): readonly Group[] {
  const { formats } = locale.words.drafts;
  return [
    [
      formats.text,
      [
        ["text", formats.text],
        ["id", formats.shortName],
      ],
    ],
    [formats.numbers, [["number", formats.number], ...NUMBERS]],
    [
      formats.dates,
      [["date", formats.date], ...DATE_FORMATS.map((format): Option => [`date:${format}`, exampleOf(locale, format)])],
    ],
  ];
}

/** Lists of all formats, by the one that is chosen: built once for each language, since a page may have hundreds. */
const lists = new WeakMap<EnglishWords, ReadonlyMap<string, Html>>();

function listsOf(locale: PageLocale): ReadonlyMap<string, Html> {
  let found = lists.get(locale.words);
  if (!found) {
    const groups = groupsOf(locale);
    const chosen = ["", ...groups.flatMap(([, options]) => options.map(([value]) => value))];
    lists.set(locale.words, (found = new Map(chosen.map((value) => [value, listOptions(groups, value)]))));
  }
  return found;
}

/**
 * Write the options for the format of a column's cells.
 * @param question the ways to read a cell that can be read in two: these come first, and none is chosen for the user
 */
export function formatOptions(locale: PageLocale, chosen: string, question: FormatQuestion | null): Html {
  if (!question) return listAll(locale, chosen);
  const { formats } = locale.words.drafts;
  const answers = question.answers.map(({ format, meaning }): Option => [format, meaning]);
  const isAnswered = answers.some(([format]) => format === chosen);
  const label = locale.fill(formats.meaning, { value: question.cell });
  return html`${isUnanswered(chosen) ? option([chosen, formats.choose], chosen) : null}
    <optgroup label="${label}">${answers.map((answer) => option(answer, chosen))}</optgroup>
    ${isAnswered || isUnanswered(chosen) ? listsOf(locale).get("")! : listAll(locale, chosen)}`;
}

function listAll(locale: PageLocale, chosen: string): Html {
  const found = listsOf(locale);
  return found.get(chosen) ?? html`${option([chosen, chosen.replace(/^\w+:/, "")], chosen)} ${found.get("")!}`;
}

function listOptions(groups: readonly Group[], chosen: string): Html {
  return html`${groups.map(
    ([label, options]) => html`<optgroup label="${label}">${options.map((each) => option(each, chosen))}</optgroup> `,
  )}`;
}

/** Write the options for the number format of a table. */
export function numberOptions({ words, fill }: PageLocale, chosen: string): Html {
  const standard = fill(words.drafts.formats.default, { example: "1,234.5" });
  const options: readonly Option[] = [["number", standard], ...NUMBERS];
  const isKnown = options.some(([value]) => value === chosen);
  return html`${isKnown ? null : option([chosen, chosen.replace(/^\w+:/, "")], chosen)}
  ${options.map((each) => option(each, chosen))}`;
}

export function option([value, text]: Option, chosen: string): Html {
  const language = value.startsWith("date:") ? languageOf(value) : null;
  return html`<option
    value="${value}"
    ${language === null ? null : html`lang="${language}"`}
    ${value === chosen ? html`selected` : null}
  >
    ${text}
  </option> `;
}

/** Return the language of the words that a date has in a format, as `hr` of `%{hr}B`; `null` if it has none. */
function languageOf(format: string): string | null {
  const [, language] = /%\{(\w\w)\}B/.exec(format) ?? [];
  return language ?? (/%[Bbp]|[A-Z]{2}/.test(format) ? "en" : null);
}

/** Name the month of examples as dates have it: in the genitive, where a language has one. */
function monthIn(language: string | null): string | null {
  if (language === null) return null;
  const date = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" });
  return date.formatToParts(Date.UTC(2014, 2, 9)).find(({ type }) => type === "month")!.value;
}

/** Write an example date in a format. */
export function exampleOf({ words, fill }: PageLocale, format: string): string {
  const { formats } = words.drafts;
  const example = format.replace(
    /%(\w|\{\w+\}\w)/g,
    (code, letter: string) => EXAMPLE[letter] ?? monthIn(languageOf(format)) ?? code,
  );
  if (/%d.*%m/.test(format)) return fill(formats.dayMonth, { example });
  return /%m.*%d/.test(format) ? fill(formats.monthDay, { example }) : example;
}
