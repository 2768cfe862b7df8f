/**
 * JSON with every half of a surrogate pair that stands alone, in keys and texts, made U+FFFD: what is left can be
 * written as UTF-8 and read again.
 * @param json nested no deeper than recursion bears
 */
export function wellFormed(json: unknown): unknown {
  if (typeof json === "string") return json.toWellFormed();
  if (Array.isArray(json)) return json.map(wellFormed);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key.toWellFormed(), wellFormed(value)]));
}
