import { errorText } from "../../../core/errors/error-text.js";
import { resolve } from "node:path";
import { BadSource } from "../../../core/errors/errors.js";

/** Location of a source. Users who may not name local files can only give a `url`. */
export type Address =
  | {
      readonly kind: "file";
      readonly path: string;
      /** Name in messages, if the path means nothing to the reader. */
      readonly name?: string | undefined;
    }
  | { readonly kind: "url"; readonly url: string };

/**
 * Parse an address given by a user who may also name local files.
 * @throws BadSource for a URL that is neither `http` nor `https`
 */
export function parseAddress(text: string): Address {
  // A single letter before the colon is a drive of Windows.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return { kind: "file", path: text };
  return { kind: "url", url: parseUrl(text).href };
}

/** Parse a URL. @throws BadSource unless it is an `http` or `https` URL */
export function parseUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw new BadSource(errorText("not_url", { value: text }), { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new BadSource(errorText("only_http_fetched", { detail: shownUrl(url) }));
  }
  return url;
}

/** Return the public name of a source: its URL without user name and password, or its absolute path. */
export function knownAs(address: Address): string {
  return address.kind === "url" ? shownUrl(new URL(address.url)) : resolve(address.path);
}

/** Return a URL for messages, without user name and password. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
