import { parseModel, type ParsedModel } from "./parse.js";
import { phraseText } from "../../errors/phrase-text.js";
import { readJson } from "./read-json.js";

/**
 * Read a model file: UTF-8 JSON, with or without a byte order mark.
 * @throws InvalidModel above 10 MB, for a file that is not UTF-8 or not JSON (with line and column), and with every
 * error of the model itself
 */
export function readModel(file: string | Uint8Array): ParsedModel {
  return parseModel(readJson(file, phraseText("the_model")));
}
