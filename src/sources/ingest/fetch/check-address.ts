import { RefusedAddress } from "../../../core/errors/errors.js";
import { parseUrl } from "./address.js";
import { sourceBounds } from "./bounds.js";
import { type FetchPolicy, resolveHost } from "./resolve-host.js";
import { within } from "./timeout.js";

/**
 * Refuse an address that the policy rules out, without fetching anything. A host that cannot be looked up passes:
 * the download will report it.
 * @throws BadSource if it is not an http or https URL, RefusedAddress if the policy rules it out
 */
export async function checkAddress(address: string, policy: FetchPolicy): Promise<void> {
  const resolved = resolveHost(parseUrl(address), policy);
  await within(sourceBounds({}).connectMs, "the host's name is not looked up", resolved).catch((error) => {
    if (error instanceof RefusedAddress) throw error;
  });
}
