import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { Address } from "../ingest/fetch/address.js";
import { error, given, quoted, type Section, textsAt } from "../../core/model/parse/section.js";

/**
 * Return the addresses of a resource's files: its `path`, which is one or more paths relative to the descriptor, or
 * URLs; or else its `url`. Paths outside the descriptor's folder are refused, so that a package cannot read other files.
 * @param base address of the descriptor
 */
export function locate(resource: Section, base: Address): readonly Address[] {
  const key = given(resource, "path") === undefined ? "url" : "path";
  const value = given(resource, key);
  const texts = Array.isArray(value) ? (textsAt(resource, key) ?? []) : [value];
  if (value === undefined || texts.length === 0) {
    const inline = given(resource, "data") === undefined ? "" : "; data within the descriptor is not read";
    error(resource, "path", `is missing; write the path of the CSV file, relative to the descriptor${inline}`);
    return [];
  }
  return texts.flatMap((text) => {
    const address = typeof text === "string" && !text.includes("\0") ? locateFile(text, base) : NO_PATH;
    if (typeof address === "string") error(resource, key, `${quoted(text)} ${address}`);
    return typeof address === "string" ? [] : [address];
  });
}

const NO_PATH = "must be the path or the URL of a file";
const OUTSIDE = "is outside the folder of the descriptor; write a path within it, or a URL";

function locateFile(text: string, base: Address): Address | string {
  if (text.trim() === "") return NO_PATH;
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    return isWeb ? { kind: "url", url: new URL(text).href } : "cannot be fetched: only http and https URLs can";
  }
  return (base.kind === "file" ? besideFile(text, base.path) : besideUrl(text, base.url)) ?? OUTSIDE;
}

function besideFile(path: string, descriptor: string): Address | null {
  const folder = resolve(dirname(descriptor));
  const file = resolve(folder, path);
  const home = withoutLinks(folder);
  const inner = relative(home, withoutLinks(resolve(home, path)));
  const isInside = inner !== "" && !isAbsolute(path) && !isAbsolute(inner) && inner.split(/[\\/]/)[0] !== "..";
  return isInside ? { kind: "file", path: file } : null;
}

/** Follow the links of a path; one that does not exist is left as it is. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function besideUrl(path: string, descriptor: string): Address | null {
  const folder = new URL(".", descriptor);
  const url = new URL(path, descriptor);
  const isInside = url.origin === folder.origin && url.pathname.startsWith(folder.pathname) && !/^[\\/?#]/.test(path);
  return isInside && url.pathname !== folder.pathname ? { kind: "url", url: url.href } : null;
}
