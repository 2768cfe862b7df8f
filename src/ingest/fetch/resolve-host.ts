import { lookup, type LookupAddress } from "node:dns";
import { promisify } from "node:util";
import { RefusedAddress } from "../../errors/errors.js";
import { shownUrl } from "./address.js";
import { isPublicAddress } from "./public-network.js";

/** Asks for the addresses of a host. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

/** From where may be fetched. */
export interface FetchPolicy {
  /**
   * Whether also from where only this machine or its network gets: for those who could do so without this program.
   * Passwords in URLs and all ports are theirs too.
   */
  readonly privateAddresses?: boolean | undefined;
  /** The system's resolver unless said. */
  readonly lookUp?: LookUp | undefined;
  /** What the registries say unless said. */
  readonly isPublic?: typeof isPublicAddress | undefined;
}

const lookupAll = promisify(lookup);

const systemLookUp: LookUp = (hostname) => lookupAll(hostname, { all: true });

/**
 * The addresses that a connection to a URL's host may use: it is asked for once, and what connects uses one of these
 * and no other. Every connection of a download, those after redirects too, comes by here.
 * @throws RefusedAddress when the policy refuses the URL or any of the addresses
 */
export async function resolveHost(
  url: URL,
  { privateAddresses, lookUp = systemLookUp, isPublic = isPublicAddress }: FetchPolicy,
): Promise<readonly LookupAddress[]> {
  if (!privateAddresses) refuseForm(url);
  // A resolver need not know the names that mean this machine (RFC 6761).
  const here = !privateAddresses && /(^|\.)localhost\.?$/.test(url.hostname);
  const addresses = here ? [] : await lookUp(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const everybodys = !here && addresses.every(({ address, family }) => isPublic(address, family));
  if (privateAddresses || everybodys) return addresses;
  // What the address is stays untold: whoever asks may not know the names of this network.
  throw new RefusedAddress(
    `${shownUrl(url)} is not fetched: its host has no public address; publish the file where everybody can fetch it`,
  );
}

/** A URL is shown with its source, and services behind low ports may take a request for one of theirs. */
function refuseForm(url: URL): void {
  const errors: string[] = [];
  if (url.username !== "" || url.password !== "") {
    errors.push(`${shownUrl(url)} is not fetched with a user's name or password; publish the file without one`);
  }
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 80 && port !== 443) {
    errors.push(`${shownUrl(url)} is not fetched from port ${port}; use 80, 443 or one from 1024 on`);
  }
  if (errors.length > 0) throw new RefusedAddress(errors);
}
