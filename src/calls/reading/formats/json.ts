import { decimalText, isDecimal } from "../../../core/model/values/decimal.js";

/** Write a JSON object. Values are JSON text already; a key may be any text, even `__proto__`. */
export function jsonObject(pairs: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [key, value] of pairs) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${value}`;
  return `{${text}}`;
}

/** Write a value as JSON; decimals in it are numbers with all their digits. */
export function writeJson(value: unknown): string {
  return writeValue(value, new Map());
}

/** @param keys JSON texts of keys that were written before: lists have the same ones in each of their items */
function writeValue(value: unknown, keys: Map<string, string>): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isDecimal(value)) return decimalText(value);
  // Answers about thousands of datasets are large: lists of parts would take most of the time.
  let text = "";
  if (Array.isArray(value)) {
    for (const each of value) text += `${text === "" ? "" : ","}${writeValue(each ?? null, keys)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (each === undefined) continue;
    let before = keys.get(key);
    if (before === undefined) keys.set(key, (before = `${JSON.stringify(key)}:`));
    text += `${text === "" ? "" : ","}${before}${writeValue(each, keys)}`;
  }
  return `{${text}}`;
}

/** Approximate number of characters in a chunk. */
const CHUNK_LENGTH = 32_768;

/** Join small texts into chunks that are worth sending. */
export function* gatherChunks(texts: Iterable<string>): Iterable<string> {
  let chunk = "";
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/**
 * Join small texts that come in batches into chunks that are worth sending. Texts are produced on demand, so a slow
 * client holds one chunk in memory.
 */
export async function* gatherBatches(batches: AsyncIterable<Iterable<string>>): AsyncGenerator<string, void> {
  let chunk = "";
  for await (const texts of batches) {
    for (const text of texts) {
      chunk += text;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = "";
    }
  }
  if (chunk !== "") yield chunk;
}
