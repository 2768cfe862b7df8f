/** Return the text shown for a source: its URL, or the name of a file. Where it lies on the server concerns nobody. */
export function nameSource(url: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  return url
    .replace(/^upload:/, "")
    .split(/[\\/]/)
    .at(-1)!;
}
