import { ROW_NUMBER } from "../../analysis/propose-model.js";
import { mappedColumns } from "../../ingest/columns.js";
import type { Model } from "../../model/cube.js";
import { PLAIN_LAYOUT } from "../../model/layout.js";
import { type ParsedModel } from "../../model/parse.js";
import { readModel } from "../../model/read-model.js";
import type { SourceRequest } from "../load.js";
import type { Draft } from "./drafts.js";

/** @throws InvalidModel with every fault */
export function readDraftModel({ model }: Draft): ParsedModel {
  return readModel(model);
}

/** The file of a draft as a source; the number of a row is made where the model asks for it. */
export function draftSource({ path, fileName, analysis }: Draft, model: Model): SourceRequest {
  const isMade =
    mappedColumns(model).has(ROW_NUMBER) && !analysis.columns.some(({ heading }) => heading === ROW_NUMBER);
  const layout = isMade ? { ...PLAIN_LAYOUT, columns: [{ name: ROW_NUMBER, kind: "row" } as const] } : null;
  return {
    url: `upload:${encodeURIComponent(fileName)}`,
    address: { kind: "file", path, name: fileName },
    model: { ...model, layout },
  };
}
