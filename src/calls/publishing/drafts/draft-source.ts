import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { reads, withFileDate } from "../../../sources/analysis/file-date.js";
import { InvalidModel } from "../../../core/errors/errors.js";
import { FILE_DATE } from "../../../core/model/generated-columns.js";
import type { Model } from "../../../core/model/cube.js";
import { isError } from "../../../core/model/values/value.js";
import { parseIsoDate } from "../../../core/model/values/dates.js";
import { type ParsedModel, parseModel } from "../../../core/model/parse/parse.js";
import { readModel } from "../../../core/model/parse/read-model.js";
import type { SourceRequest } from "../loads/load-request.js";
import type { Draft } from "./draft.js";
import { findQuestions } from "./form/questions.js";
import { readForm } from "./form/read-form.js";

type DraftModel = Pick<Draft, "model" | "analysis" | "date">;

/**
 * Parse the model of a draft. If it reads the date of all rows, and the file has no such column, the date of the draft
 * becomes part of the model, so that the published model needs nothing else to be loaded.
 * @throws InvalidModel with all errors, and with the questions that its table leaves open
 */
export function readDraftModel(draft: DraftModel): ParsedModel {
  const errors: string[] = [];
  let parsed: ParsedModel | null = null;
  try {
    parsed = readWithDate(draft);
  } catch (error) {
    if (!(error instanceof InvalidModel)) throw error;
    errors.push(...error.errors);
  }
  const { model, analysis, date } = draft;
  if (isJson(model)) errors.push(...findQuestions(readForm(JSON.parse(model), analysis, date), analysis));
  if (errors.length > 0 || !parsed) throw new InvalidModel(errors);
  return parsed;
}

function readWithDate({ model, analysis, date }: DraftModel): ParsedModel {
  const parsed = readModel(model);
  const hasColumn = analysis?.columns.some(({ heading }) => heading === FILE_DATE) ?? false;
  if (hasColumn || !reads(parsed.model, FILE_DATE)) return parsed;
  if (isError(parseIsoDate(date))) {
    const reason =
      date.trim() === ""
        ? phraseText("no_date_given")
        : errorText("wrong_value", { value: date, wanted: phraseText("a_date") });
    throw new InvalidModel(`date: ${errorText("date_of_all_rows", { reason })}`);
  }
  return parseModel(withFileDate(parsed.model.document, date.trim()));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the table of a draft, or the tables of its package, as sources.
 * @param table path of the draft's own copy
 */
export function draftSources(draft: Draft, model: Model, table: string): readonly SourceRequest[] {
  return draft.sources.map(({ url, from, layout }) => {
    const columns = [...(layout?.columns ?? []), ...(model.layout?.columns ?? [])];
    return {
      url,
      address: from === null ? { kind: "file", path: table, name: draft.name } : { kind: "url", url: from },
      model: layout === null ? model : { ...model, layout: { ...layout, columns } },
    };
  });
}
