import { lookup, type LookupAddress } from "node:dns";
import { promisify } from "node:util";

const lookupAll = promisify(lookup);

/**
 * The addresses that a connection to a host may use. Every connection of a download, those after redirects too, asks
 * here and then uses one of these addresses and no other, so this is the place to refuse an address.
 * @param hostname as `URL.hostname` gives it: an IPv6 address is in brackets
 */
export async function resolveHost(hostname: string): Promise<readonly LookupAddress[]> {
  return lookupAll(hostname.replace(/^\[(.*)\]$/, "$1"), { all: true });
}
