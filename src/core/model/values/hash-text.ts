const FIRST_HASH = 0x811c_9dc5;
const PRIME = 0x0100_0193;

/** Return a hash of the beginning of a text: FNV-1a over its code units, with 32 bits. @param seed for another hash */
export function hashText(text: string, length: number = text.length, seed: number = FIRST_HASH): number {
  let hash = seed;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}
