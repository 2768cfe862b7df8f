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

/** Parse the model of a draft. @throws InvalidModel with all errors */
export function readDraftModel({ model }: Pick<Draft, "model">): ParsedModel {
  return readModel(model);
}

/**
 * Return the table of a draft, or the tables of its package, as sources. Adds a column for the row number or for the
 * date of all rows if the model reads them.
 * @param table path of the draft's own copy
 * @throws InvalidModel if the model reads the date of all rows and the draft has no valid one
 */
export function draftSources(draft: Draft, model: Model, table: string): readonly SourceRequest[] {
  const generated = generatedColumns(draft, model);
  return draft.sources.map(({ url, from, layout }) => {
    const columns = [...(layout?.columns ?? []), ...generated];
    const changed = generated.length > 0 ? { ...PLAIN_LAYOUT, ...layout, columns } : layout;
    return {
      url,
      address: from === null ? { kind: "file", path: table, name: draft.name } : { kind: "url", url: from },
      model: { ...model, layout: changed },
    };
  });
}

function generatedColumns({ analysis, date }: Draft, model: Model): readonly LayoutColumn[] {
  const mapped = mappedColumns(model);
  const isGenerated = (name: string): boolean =>
    mapped.has(name) && !analysis?.columns.some(({ heading }) => heading === name);
  if (isGenerated(FILE_DATE) && isError(parseDate(date, null))) {
    throw new InvalidModel(
      `date: ${date.trim() === "" ? "is missing" : `"${date}" is not a date`}; write the date of all rows: a year such as 2014, 2014-03 or 2014-03-31`,
    );
  }
  return [
    ...(isGenerated(ROW_NUMBER) ? [{ name: ROW_NUMBER, kind: "row" } as const] : []),
    ...(isGenerated(FILE_DATE) ? [{ name: FILE_DATE, kind: "constant", value: date.trim() } as const] : []),
  ];
}
