import { resolve } from "node:path";
import { BadSource } from "../../errors/errors.js";

/** Where the bytes of a source are. Whoever may not name local files is only ever given a `url`. */
export type Address =
  | {
      readonly kind: "file";
      readonly path: string;
      /** What to call it in messages, where its path means nothing to the reader. */
      readonly name?: string | undefined;
    }
  | { readonly kind: "url"; readonly url: string };

/**
 * Read an address as someone writes it who may also name local files.
 * @throws BadSource for a URL that is neither `http` nor `https`
 */
export function parseAddress(text: string): Address {
  // A single letter before the colon is a drive.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return { kind: "file", path: text };
  return { kind: "url", url: parseUrl(text).href };
}

/** @throws BadSource unless the text is an `http` or `https` URL */
export function parseUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw new BadSource(`"${text}" is not a URL`, { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new BadSource(`"${shownUrl(url)}" cannot be fetched: only http and https URLs can`);
  }
  return url;
}

/** What a source is known by, to everybody who may read its dataset: its URL without a password, or an absolute path. */
export function knownAs(address: Address): string {
  return address.kind === "url" ? shownUrl(new URL(address.url)) : resolve(address.path);
}

/** A URL for messages, without a password. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
