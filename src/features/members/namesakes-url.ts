import type { SharedName } from "../../calls/context.js";

/** Path of members of all datasets. */
export const MEMBERS = "/members";

/** Return the path of a member of all datasets. */
export function namesakesPath({ taxonomy, name }: SharedName): string {
  return `${MEMBERS}/${encodeURIComponent(taxonomy)}/${encodeURIComponent(name)}`;
}

/** Return the URL of a member of all datasets, without a format suffix. */
export function namesakesUrl(origin: string, shared: SharedName): string {
  return origin + namesakesPath(shared);
}
