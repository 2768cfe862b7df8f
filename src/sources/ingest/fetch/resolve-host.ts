import { errorText } from "../../../core/errors/error-text.js";
import { lookup, type LookupAddress } from "node:dns";
import { promisify } from "node:util";
import { RefusedAddress } from "../../../core/errors/errors.js";
import { shownUrl } from "./address.js";
import { isPublicAddress } from "./public-network.js";

/** Resolves a host name to its addresses. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Rules for the addresses that may be fetched from. */
export interface FetchPolicy {
  /**
   * True to allow addresses that only this machine or its network can reach, passwords in URLs, and all ports: for
   * users who could fetch from there without this program.
   */
  readonly privateAddresses?: boolean | undefined;
  /** Resolver; the system's by default. */
  readonly lookUp?: LookUp | undefined;
  /** Test for public addresses; by the registries of special addresses by default. */
  readonly isPublic?: typeof isPublicAddress | undefined;
}

const lookupAll = promisify(lookup);

const systemLookUp: LookUp = (hostname) => lookupAll(hostname, { all: true });

/**
 * Return the addresses that a connection to a URL's host may use. The host is resolved once, and the connection uses
 * one of these addresses and no other. Every connection of a download is checked here, also after redirects.
 * @throws RefusedAddress if the policy refuses the URL or any of the addresses
 */
export async function resolveHost(
  url: URL,
  { privateAddresses, lookUp = systemLookUp, isPublic = isPublicAddress }: FetchPolicy,
): Promise<readonly LookupAddress[]> {
  if (!privateAddresses) refuseForm(url);
  // A resolver need not know the names of this machine (RFC 6761).
  const here = !privateAddresses && /(^|\.)localhost\.?$/.test(url.hostname);
  const addresses = here ? [] : await lookUp(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const arePublic = !here && addresses.every(({ address, family }) => isPublic(address, family));
  if (privateAddresses || arePublic) return addresses;
  // The message leaves out the address: the user may have no right to know how names resolve in this network.
  throw new RefusedAddress(errorText("no_public_address", { detail: shownUrl(url) }));
}

/** Refuse passwords, since URLs are shown, and low ports, since services there may misread an HTTP request as theirs. */
function refuseForm(url: URL): void {
  const errors: string[] = [];
  if (url.username !== "" || url.password !== "") {
    errors.push(errorText("password_in_address", { detail: shownUrl(url) }));
  }
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 80 && port !== 443) {
    errors.push(errorText("port_not_fetched", { detail: shownUrl(url), port }));
  }
  if (errors.length > 0) throw new RefusedAddress(errors);
}
