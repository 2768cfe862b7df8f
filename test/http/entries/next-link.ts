/** Return the `Link` of a reply to its next page, without other links; `undefined` if there is none. */
export function nextLink({
  headers,
}: {
  readonly headers: Headers | NodeJS.Dict<string | string[]>;
}): string | undefined {
  const link = headers instanceof Headers ? headers.get("link") : headers["link"];
  return String(link ?? "")
    .split(", ")
    .find((each) => each.endsWith('rel="next"'));
}
