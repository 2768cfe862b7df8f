/**
 * Replace every lone surrogate in keys and texts of JSON by U+FFFD, so that it can be written as UTF-8 and read again.
 * @param json not nested too deeply for recursion
 */
export function wellFormed(json: unknown): unknown {
  if (typeof json === "string") return json.toWellFormed();
  if (Array.isArray(json)) return json.map(wellFormed);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key.toWellFormed(), wellFormed(value)]));
}
