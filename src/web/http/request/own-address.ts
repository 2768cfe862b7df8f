import { type Parameters, parameters } from "../../../core/query/parameters.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { decodePath, decodeQuery } from "./decode.js";

/** The parts of an address of this server, decoded. */
export interface OwnAddress {
  readonly path: readonly string[];
  readonly parameters: Parameters;
}

/**
 * Read an address of this server, or its path below the origin.
 * @param origin prefix of every absolute link; it may have a path
 * @returns `null` for an address of another server, and for one that is not percent-encoded UTF-8
 */
export function readOwnAddress(address: string, origin: string): OwnAddress | null {
  const absolute = address.startsWith("/") ? origin + address : address;
  if (!URL.canParse(absolute) || !URL.canParse(origin)) return null;
  const [url, own] = [new URL(absolute), new URL(origin)];
  const base = own.pathname.replace(/\/$/, "");
  if (url.origin !== own.origin || !`${url.pathname}/`.startsWith(`${base}/`)) return null;
  try {
    const path = decodePath(url.pathname.slice(base.length));
    return { path, parameters: parameters(decodeQuery(url.search.slice(1))) };
  } catch (error) {
    if (error instanceof InvalidQuery) return null;
    throw error;
  }
}
