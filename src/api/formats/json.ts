/** A JSON object from keys and values that are JSON text already. Keys may be anything, `__proto__` too. */
export function jsonObject(pairs: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [key, value] of pairs) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${value}`;
  return `{${text}}`;
}

/** Characters, about, that are gathered into one chunk. */
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

/** The same of texts that come in batches. A slow reader costs a chunk: texts are made when they are asked for. */
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
