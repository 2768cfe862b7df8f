import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { InvalidModel } from "../../errors/errors.js";
import { jsonError } from "./json-error.js";

/** Maximum bytes of a model file or a package's descriptor. */
export const MAX_JSON_BYTES = 10 * 1024 * 1024;

/**
 * Read a file as JSON: UTF-8, with or without a byte order mark.
 * @param subject the file's name in messages: `the model`
 * @throws InvalidModel above 10 MB, and for a file that is not UTF-8 or not JSON (with line and column)
 */
export function readJson(file: string | Uint8Array, subject: string): unknown {
  const size = typeof file === "string" ? Buffer.byteLength(file) : file.byteLength;
  if (size > MAX_JSON_BYTES)
    throw new InvalidModel(errorText("json_too_large", { subject, size, maximum: MAX_JSON_BYTES }));
  return parseJson(typeof file === "string" ? file.replace(/^\uFEFF/, "") : decode(file, subject), subject);
}

function decode(bytes: Uint8Array, subject: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    refuseTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"), subject);
    throw new InvalidModel(errorText("not_valid_utf_8", { subject }), { cause });
  }
}

function parseJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (/^\s*<(?:[a-z!?])/i.test(text))
      throw new InvalidModel(errorText("web_page_instead_of_json", { subject }), { cause });
    refuseTable(text, subject);
    const { line, column, expected } = jsonError(text);
    throw new InvalidModel(errorText("not_json", { subject, line, column, expected }), { cause });
  }
}

/** Refuse a table that was given in place of JSON, as when the two files of a load are swapped. @throws InvalidModel */
function refuseTable(text: string, subject: string): void {
  const isWorkbook = text.startsWith("PK\u0003\u0004");
  const [header = ""] = text.trimStart().split(/[\r\n]/, 1);
  const isCsv = !/^[{[<]/.test(header) && /[^\s,;\t|][,;\t|]/.test(header);
  if (!isWorkbook && !isCsv) return;
  throw new InvalidModel(
    errorText("table_instead_of_json", { subject, detail: phraseText(isWorkbook ? "workbook_or_zip" : "csv_file") }),
  );
}
