import type { ColumnAnalysis, TableAnalysis } from "../../../../sources/analysis/table-analysis.js";
import { valueIn } from "../../../../sources/ingest/cast/separator-tally.js";
import { dateAttributes } from "../../../../core/model/values/dates.js";
import { strptime } from "../../../../core/model/values/strptime.js";
import { type FormatCode, isUnanswered, numberFormat } from "./cell-format.js";
import { columnPlaceOf } from "./column-choice.js";
import type { ModelForm } from "./model-form.js";

/** A cell of a column that can be read in two ways, and its meaning in each. */
export interface FormatQuestion {
  readonly cell: string;
  readonly answers: readonly FormatAnswer[];
}

export interface FormatAnswer {
  readonly format: FormatCode;
  /** The value that the cell has then, for people. */
  readonly meaning: string;
  /** The keys of the model that say so, as JSON. */
  readonly keys: string;
}

/** Return the question that a column's cells leave open for a format; `null` if there is none. */
export function questionOf(format: FormatCode, analysis: ColumnAnalysis | undefined): FormatQuestion | null {
  const type = analysis?.type;
  if (type?.kind === "date" && type.doubt && format.startsWith("date")) {
    const { cell, formats } = type.doubt;
    const answers = formats.map((each) => {
      const meaning = String(dateAttributes(strptime(cell, each) as string)[1]);
      return { format: `date:${each}`, meaning, keys: `"format": "${each}"` };
    });
    return { cell, answers };
  }
  if (type?.kind === "number" && type.doubt && format.startsWith("number")) {
    const { cell, formats } = type.doubt;
    const answers = formats.map((each) => {
      const keys = `"decimal": "${each.decimal}", "thousands": "${each.thousands}"`;
      return { format: numberFormat(each), meaning: valueIn(cell, each), keys };
    });
    return { cell, answers };
  }
  return null;
}

/** List the questions that a form leaves open, as errors of its model. */
export function findQuestions(form: ModelForm, analysis: TableAnalysis | null): readonly string[] {
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  return form.columns.flatMap((choice) => {
    const place = columnPlaceOf(choice);
    const question = isUnanswered(choice.format) ? questionOf(choice.format, found.get(choice.column)) : null;
    if (!place || !question) return [];
    const path = place.attribute === null ? place.field : `${place.field}.attributes.${place.attribute}`;
    const ways = question.answers.map(({ meaning, keys }) => `${meaning} (${keys})`).join(" or ");
    return [`mapping.${path}: choose what "${question.cell}" means: ${ways}`];
  });
}
