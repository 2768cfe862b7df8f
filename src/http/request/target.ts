import { type Parameters, parameters as collectParameters } from "../../query/parameters.js";
import { decodePath, decodeQuery } from "./decode.js";
import { isCallback } from "./jsonp.js";
import type { HttpRequest } from "../message/message.js";
import { HeadersTooLarge, UriTooLong } from "../message/refusals.js";

/** What a request is about, decoded. */
export interface RequestTarget {
  /** Segments of the path. */
  readonly path: readonly string[];
  /** Parameters as they stand in the URL. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly parameters: Parameters;
  /** Function to wrap JSON in, if one is named that can be called. */
  readonly callback: string | undefined;
}

/**
 * @param maxBytes of the URL, and of all headers together
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
  if (urlBytes > maxBytes) throw new UriTooLong(`The URL is longer than ${maxBytes} bytes`);
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  if (bytes > maxBytes) throw new HeadersTooLarge(`The headers of the request are larger than ${maxBytes} bytes`);
}
