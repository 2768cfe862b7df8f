/**
 * Headers by name, repeated ones joined by a comma, as one server writes them for another.
 * @param each calls back with every header; names in lower case
 */
export function joinHeaders(each: (note: (name: string, value: string) => void) => void): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  each((name, value) => {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
  });
  return headers;
}
