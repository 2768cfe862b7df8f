import type { Certainty, Repair } from "../../../sources/analysis/repair.js";
import { listTimes } from "../../../sources/analysis/choose-time.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { isLeftOut } from "../../../sources/analysis/persons.js";
import { explainExamples, quoteArgument } from "../../../sources/analysis/explain-proposal.js";
import { type Suggestion, suggestionId } from "../../../sources/analysis/suggestion.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { columnPlaceOf } from "./form/column-choice.js";
import { isUnanswered } from "./form/cell-format.js";
import type { ModelForm } from "./form/model-form.js";
import { questionOf } from "./form/questions.js";

/** A decision on how a file is read, that the publisher may change. */
export interface Decision {
  /** Identifies it, also when the file is analysed anew. */
  readonly id: string;
  /** Question that it answers. */
  readonly what: string;
  /** Value of the alternative that holds; `null` if one has to be chosen. */
  readonly value: string | null;
  /** Observations, with cells. */
  readonly evidence: string;
  /** The values that it may have; none if any text can be given. */
  readonly alternatives: readonly Alternative[];
  /** `doubtful` is asked. */
  readonly class: Certainty;
  /** Option of the command line that says so. */
  readonly option: string;
}

export interface Alternative {
  readonly value: string;
  /** Consequence of it. */
  readonly effect: string;
}

/** Findings that decisions follow from. */
export interface Decided {
  readonly analysis: TableAnalysis;
  readonly form: ModelForm;
  readonly repairs: readonly (readonly [repair: Repair, isAccepted: boolean])[];
  readonly suggestions: readonly (readonly [suggestion: Suggestion, isAccepted: boolean])[];
  /** True if the table has no dates, and none is given for all rows. */
  readonly needsDate: boolean;
}

/** List the decisions on a file, those that everything else depends on first. */
export function listDecisions({ analysis, form, repairs, suggestions, needsDate }: Decided): readonly Decision[] {
  return [
    ...repairs.map(([repair, isAccepted]): Decision => ({
      id: repairId(repair),
      what: phraseText("ask_offer", { label: repair.label }),
      value: isAccepted ? "yes" : "no",
      evidence: `${repair.reason} (${explainExamples(repair.examples)})`,
      alternatives: YES_OR_NO,
      class: repair.certainty,
      option: `--accept ${repair.kind}`,
    })),
    ...decideEncoding(analysis),
    ...decideAmount(form),
    ...decideTime(form, analysis),
    ...decideFormats(form, analysis),
    ...(needsDate ? [DATE] : []),
    ...suggestions.map(([suggestion, isAccepted]): Decision => ({
      id: suggestionId(suggestion),
      what: phraseText("ask_offer", { label: suggestion.label }),
      value: isAccepted ? "yes" : "no",
      evidence: `${suggestion.reason} (${explainExamples(suggestion.examples)})`,
      alternatives: YES_OR_NO,
      class: suggestion.isDefault ? "likely" : "doubtful",
      option: `--accept ${suggestion.kind}`,
    })),
    ...decidePersons(form, analysis),
    ...decideCurrency(form),
  ];
}

/** Identifies a repair, whatever the rules of its table are. */
export function repairId({ kind, table }: Pick<Repair, "kind" | "table">): string {
  const [rule] = Array.isArray(table.leave_out) ? (table.leave_out as readonly Record<string, unknown>[]) : [];
  return rule?.column === undefined ? kind : `${kind} ${String(rule.column)}`;
}

const YES_OR_NO: readonly Alternative[] = [
  { value: "yes", effect: phraseText("answer_yes") },
  { value: "no", effect: phraseText("answer_no") },
];

const DATE: Decision = {
  id: "date",
  what: phraseText("ask_date"),
  value: null,
  evidence: phraseText("no_dates"),
  alternatives: [],
  class: "doubtful",
  option: "--date 2024",
};

/** Ask which of several columns is the amount. */
function decideAmount({ columns }: ModelForm): readonly Decision[] {
  const measures = columns.filter(({ role }) => role === "amount" || role === "measure");
  const amount = measures.find(({ role }) => role === "amount");
  if (!amount || measures.length < 2) return [];
  return [
    {
      id: "amount",
      what: phraseText("ask_amount"),
      value: amount.column,
      evidence: phraseText("several_amounts"),
      alternatives: measures.map(({ column }) => ({ value: column, effect: column })),
      class: "likely",
      option: "--amount COLUMN",
    },
  ];
}

/** Ask what cells mean that can be read in two ways. */
function decideFormats({ columns }: ModelForm, analysis: TableAnalysis): readonly Decision[] {
  const found = new Map(analysis.columns.map((column) => [column.heading, column]));
  return columns.flatMap((choice): readonly Decision[] => {
    const question =
      columnPlaceOf(choice) && isUnanswered(choice.format) ? questionOf(choice.format, found.get(choice.column)) : null;
    if (!question) return [];
    return [
      {
        id: `format ${choice.column}`,
        what: phraseText("ask_meaning", {
          value: JSON.stringify(question.cell),
          heading: JSON.stringify(choice.column),
        }),
        value: null,
        evidence: phraseText("no_cell_tells"),
        alternatives: question.answers.map(({ format, meaning }) => ({ value: format, effect: meaning })),
        class: "doubtful",
        option: choice.format.startsWith("number") ? "--decimal , or --decimal ." : "--answers FILE",
      },
    ];
  });
}

/** Ask in which of several encodings a file is, by words as each shows them. */
function decideEncoding({ encodingChoice = [] }: TableAnalysis): readonly Decision[] {
  const [read] = encodingChoice;
  if (!read) return [];
  return [
    {
      id: "encoding",
      what: phraseText("ask_words"),
      value: read.name,
      evidence: phraseText("two_encodings"),
      alternatives: encodingChoice.map(({ name, samples }) => ({
        value: name,
        effect: samples.map((sample) => JSON.stringify(sample)).join(" and "),
      })),
      class: "doubtful",
      option: `--encoding ${encodingChoice.at(-1)!.name}`,
    },
  ];
}

/** Ask which of several columns of years or dates is that of the amounts, such as the year of a budget or of its book. */
function decideTime({ columns }: ModelForm, analysis: TableAnalysis): readonly Decision[] {
  const time = columns.find(({ role }) => role === "time")?.column ?? "";
  const times = listTimes(analysis.columns, time);
  const [first] = times;
  if (!first) return [];
  const areDays = first.type.precision === "day";
  return [
    {
      id: "time",
      what: phraseText(areDays ? "ask_date_of_amounts" : "ask_year"),
      value: time,
      evidence: phraseText(areDays ? "columns_of_dates" : "columns_of_years", { count: times.length }),
      alternatives: times.map(({ heading, samples }) => ({
        value: heading,
        effect: `${JSON.stringify(heading)}: ${samples.slice(0, SHOWN_YEARS).join(", ")}`,
      })),
      class: "doubtful",
      option: "--time COLUMN",
    },
  ];
}

const SHOWN_YEARS = 4;

/** Ask whether columns that hold data of persons are to be published. */
function decidePersons({ columns }: ModelForm, analysis: TableAnalysis): readonly Decision[] {
  const kept = new Set(columns.flatMap(({ column, role }) => (role === "none" ? [] : [column])));
  return analysis.columns.flatMap((column): readonly Decision[] => {
    const { heading, personal } = column;
    if (personal === undefined || !isLeftOut(column)) return [];
    return [
      {
        id: keepId(heading),
        what: phraseText("ask_personal", { heading: JSON.stringify(heading), kind: personal }),
        value: kept.has(heading) ? "yes" : "no",
        evidence: phraseText("everybody_reads", { examples: explainExamples(column.samples.slice(0, 2)) }),
        alternatives: YES_OR_NO,
        class: "doubtful",
        option: `--keep ${quoteArgument(heading)}`,
      },
    ];
  });
}

/** Identifies the decision to keep a column. */
export function keepId(heading: string): string {
  return `keep ${heading}`;
}

function decideCurrency({ dataset, columns }: ModelForm): readonly Decision[] {
  if (dataset.currency !== "" || columns.every(({ role }) => role !== "amount")) return [];
  return [
    {
      id: "currency",
      what: phraseText("ask_currency"),
      value: "",
      evidence: phraseText("no_currency"),
      alternatives: [],
      class: "doubtful",
      option: "--currency EUR",
    },
  ];
}
