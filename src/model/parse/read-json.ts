import { InvalidModel } from "../../errors/errors.js";
import { jsonError } from "./json-fault.js";

/** Most bytes of a model file or a package's descriptor. */
export const MAX_JSON_BYTES = 10 * 1024 * 1024;

/**
 * Read a file as JSON: UTF-8, with or without a byte order mark.
 * @param what it is, for messages: `the model`
 * @throws InvalidModel beyond 10 MB, for what is no UTF-8 or no JSON (with line and column)
 */
export function readJson(file: string | Uint8Array, what: string): unknown {
  const size = typeof file === "string" ? Buffer.byteLength(file) : file.byteLength;
  if (size > MAX_JSON_BYTES)
    throw new InvalidModel(`${what} has ${size} bytes; it may have ${MAX_JSON_BYTES} (10 MB) at most`);
  return parseJson(typeof file === "string" ? file.replace(/^\uFEFF/, "") : decoded(file, what), what);
}

function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidModel(`${what} is not valid UTF-8; save the file as UTF-8`, { cause });
  }
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (/^\s*<(?:[a-z!?])/i.test(text))
      throw new InvalidModel(`${what} is a web page, not JSON; give the address of the file itself`, { cause });
    const { line, column, expected } = jsonError(text);
    throw new InvalidModel(`${what} is not JSON: line ${line}, column ${column}: ${expected}`, { cause });
  }
}
