import { parseModel, type ParsedModel } from "./parse.js";
import { readJson } from "./read-json.js";

/**
 * Read a model file: UTF-8 JSON, with or without a byte order mark.
 * @throws InvalidModel beyond 10 MB, for what is no UTF-8 or no JSON (with line and column), and for every fault of
 * the model itself
 */
export function readModel(file: string | Uint8Array): ParsedModel {
  return parseModel(readJson(file, "the model"));
}
