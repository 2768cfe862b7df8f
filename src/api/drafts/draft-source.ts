import { FILE_DATE, ROW_NUMBER } from "../../analysis/generated-columns.js";
import { InvalidModel } from "../../errors/errors.js";
import { mappedColumns } from "../../ingest/csv/columns.js";
import { isError } from "../../model/values/value.js";
import type { Model } from "../../model/cube.js";
import { parseDate } from "../../model/values/dates.js";
import { type LayoutColumn, PLAIN_LAYOUT } from "../../model/layout.js";
import type { ParsedModel } from "../../model/parse/parse.js";
import { readModel } from "../../model/parse/read-model.js";
import type { SourceRequest } from "../loads/load-request.js";
import type { Draft } from "./draft.js";

/** @throws InvalidModel with all errors */
export function readDraftModel({ model }: Pick<Draft, "model">): ParsedModel {
  return readModel(model);
}

/**
 * The table of a draft, or those of its package, as sources. The number of a row and the date of all rows are made
 * where the model asks for them.
 * @param table where the draft's own copy is
 * @throws InvalidModel when the model asks for a date that there is not
 */
export function draftSources(draft: Draft, model: Model, table: string): readonly SourceRequest[] {
  const made = madeColumns(draft, model);
  return draft.sources.map(({ url, from, layout }) => {
    const columns = [...(layout?.columns ?? []), ...made];
    const changed = made.length > 0 ? { ...PLAIN_LAYOUT, ...layout, columns } : layout;
    return {
      url,
      address: from === null ? { kind: "file", path: table, name: draft.name } : { kind: "url", url: from },
      model: { ...model, layout: changed },
    };
  });
}

function madeColumns({ analysis, date }: Draft, model: Model): readonly LayoutColumn[] {
  const mapped = mappedColumns(model);
  const isMade = (name: string): boolean =>
    mapped.has(name) && !analysis?.columns.some(({ heading }) => heading === name);
  if (isMade(FILE_DATE) && isError(parseDate(date, null))) {
    throw new InvalidModel(
      `date: ${date.trim() === "" ? "is missing" : `"${date}" is no date`}; write the date of all rows: a year such as 2014, 2014-03 or 2014-03-31`,
    );
  }
  return [
    ...(isMade(ROW_NUMBER) ? [{ name: ROW_NUMBER, kind: "row" } as const] : []),
    ...(isMade(FILE_DATE) ? [{ name: FILE_DATE, kind: "constant", value: date.trim() } as const] : []),
  ];
}
