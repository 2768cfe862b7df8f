import { pathUrl } from "./link.js";
import type { RequestTarget } from "../request/target.js";

/** Parameters whose values name datasets. */
const NAMING: ReadonlySet<string> = new Set(["dataset", "against"]);

const NAME = /[^\s|:,"@/]+@[\d-]+/g;

/**
 * List the versions that a request names, as `town@3`.
 * @param dataset the part of the path that names a dataset, if there is one
 */
export function listVersionNames(
  { pairs }: Pick<RequestTarget, "pairs">,
  dataset: string | undefined,
): readonly string[] {
  const texts = pairs.filter(([name]) => NAMING.has(name)).map(([, value]) => value);
  const given = dataset === undefined ? texts : [dataset, ...texts];
  return given.some((text) => text.includes("@")) ? [...new Set(given.flatMap((text) => text.match(NAME) ?? []))] : [];
}

/** Return the URL of a request with other names for the versions that it names. */
export function withVersionNames(
  origin: string,
  { path, pairs }: Pick<RequestTarget, "path" | "pairs">,
  names: ReadonlyMap<string, string>,
): string {
  const rename = (text: string): string => text.replace(NAME, (name) => names.get(name) ?? name);
  const [first = "", ...rest] = path;
  return pathUrl(
    origin,
    [rename(first), ...rest],
    pairs.map(([name, value]) => [name, NAMING.has(name) ? rename(value) : value]),
  );
}
