import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";

/**
 * Decode the segments of a path. A `%2F` stays inside its segment; a slash at the end is ignored.
 * @throws InvalidQuery when the path is not percent-encoded UTF-8
 */
export function decodePath(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  return segments.map((segment) => decode(segment, "path_of_url"));
}

/**
 * Decode the parameters of a query, in their order. Stray ampersands are ignored; without `=` the value is empty.
 * @throws InvalidQuery when the query is not percent-encoded UTF-8
 */
export function decodeQuery(query: string): readonly (readonly [string, string])[] {
  return query
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      const [name, value] = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
      return [
        decode(name.replaceAll("+", " "), "query_of_url"),
        decode(value.replaceAll("+", " "), "query_of_url"),
      ] as const;
    });
}

function decode(text: string, place: "path_of_url" | "query_of_url"): string {
  // Adapters decode raw bytes as UTF-8 and put this character where they are invalid.
  if (!text.includes("\ufffd")) {
    if (!text.includes("%")) return text;
    try {
      return decodeURIComponent(text);
    } catch {
      // Refused below.
    }
  }
  throw new InvalidQuery(errorText("not_utf8", { place: phraseText(place), text }));
}
