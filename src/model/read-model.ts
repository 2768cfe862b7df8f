import { InvalidModel } from "../errors/errors.js";
import { jsonFault } from "./json-fault.js";
import { parseModel, type ParsedModel } from "./parse.js";

/** Most bytes of a model file. */
export const MAX_MODEL_BYTES = 10 * 1024 * 1024;

/**
 * Read a model file: UTF-8 JSON, with or without a byte order mark.
 * @throws InvalidModel beyond 10 MB, for what is no UTF-8 or no JSON (with line and column), and for every fault of
 * the model itself
 */
export function readModel(file: string | Uint8Array): ParsedModel {
  const size = typeof file === "string" ? Buffer.byteLength(file) : file.byteLength;
  if (size > MAX_MODEL_BYTES)
    throw new InvalidModel(`the model has ${size} bytes; it may have ${MAX_MODEL_BYTES} (10 MB) at most`);
  return parseModel(parseJson(typeof file === "string" ? file.replace(/^\uFEFF/, "") : decoded(file)));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidModel("the model is not valid UTF-8; save the file as UTF-8", { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { line, column, expected } = jsonFault(text);
    throw new InvalidModel(`the model is not JSON: line ${line}, column ${column}: ${expected}`, { cause });
  }
}
