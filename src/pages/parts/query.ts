/** A query string of what is given, with its question mark; empty for nothing. */
export function queryOf(pairs: readonly (readonly [name: string, value: string | null | undefined])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs)
    if (value !== null && value !== undefined && value !== "") query.append(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
