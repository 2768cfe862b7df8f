/**
 * Collect headers by name. Values of a repeated header are joined by a comma, those of `Cookie` by a semicolon.
 * @param each calls its argument with every header; names in lower case
 */
export function joinHeaders(each: (note: (name: string, value: string) => void) => void): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  each((name, value) => {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
  });
  return headers;
}
