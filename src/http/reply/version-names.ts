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

/**
 * Return the URL of a request with other names for the versions that it names.
 * @param template of the path, which tells the segment that names a dataset
 */
export function withVersionNames(
  origin: string,
  { path, pairs }: Pick<RequestTarget, "path" | "pairs">,
  template: string,
  names: ReadonlyMap<string, string>,
): string {
  const place = template.split("/").findIndex((part) => part.startsWith("{dataset}")) - 1;
  const rename = (text: string): string => text.replace(NAME, (name) => names.get(name) ?? name);
  return pathUrl(
    origin,
    path.map((segment, at) =>
      at === place ? encodeURIComponent(rename(segment)).replace("%40", "@") : encodeURIComponent(segment),
    ),
    pairs.map(([name, value]) => [name, NAMING.has(name) ? rename(value) : value]),
  );
}
