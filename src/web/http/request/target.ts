import { errorText } from "../../../core/errors/error-text.js";
import { type Parameters, parameters as collectParameters } from "../../../core/query/parameters.js";
import { decodePath, decodeQuery } from "./decode.js";
import { isCallback } from "./jsonp.js";
import type { HttpRequest } from "../message/message.js";
import { HeadersTooLarge, UriTooLong } from "../message/refusals.js";

/** The path and query of a request, decoded. */
export interface RequestTarget {
  /** Segments of the path. */
  readonly path: readonly string[];
  /** Parameters in the order of the URL, with repetitions. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly parameters: Parameters;
  /** Function to wrap JSON in; `undefined` if absent or not a valid name. */
  readonly callback: string | undefined;
}

/**
 * Decode the path and query of a request.
 * @param maxBytes limit of the URL, and of all headers together
 * @throws InvalidQuery, UriTooLong or HeadersTooLarge
 */
export function readTarget({ path, query, headers }: HttpRequest, maxBytes: number): RequestTarget {
  checkSizes(Buffer.byteLength(path) + Buffer.byteLength(query), headers, maxBytes);
  const pairs = decodeQuery(query);
  const parameters = collectParameters(pairs);
  const name = parameters.get("callback");
  const callback = name !== undefined && isCallback(name) ? name : undefined;
  return { path: decodePath(path), pairs, parameters, callback };
}

function checkSizes(urlBytes: number, headers: ReadonlyMap<string, string>, maxBytes: number): void {
  if (urlBytes > maxBytes) throw new UriTooLong(errorText("url_too_long", { bytes: maxBytes }));
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  if (bytes > maxBytes) throw new HeadersTooLarge(errorText("headers_too_large", { bytes: maxBytes }));
}
