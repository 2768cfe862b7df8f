import type { CitedVersion } from "../../../calls/answer.js";
import { pathUrl } from "./link.js";
import type { RequestTarget } from "../request/target.js";

/** Parameters whose values name datasets. */
const NAMING: ReadonlySet<string> = new Set(["dataset", "against", "prices", "in", "per"]);

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
  const place = placeOfDataset(template);
  const rename = (text: string): string => text.replace(NAME, (name) => names.get(name) ?? name);
  return pathUrl(
    origin,
    path.map((segment, at) =>
      at === place ? encodeURIComponent(rename(segment)).replace("%40", "@") : encodeURIComponent(segment),
    ),
    pairs.map(([name, value]) => [name, NAMING.has(name) ? rename(value) : value]),
  );
}

/** Return the position of the segment of a path that names a dataset; -1 if none does. @param template of the path */
function placeOfDataset(template: string): number {
  const parts = template.split("/").slice(1);
  return parts.findIndex((part) => part.startsWith("{dataset}"));
}

/**
 * Return the links from an answer about one version: where it stays the same (`cite-as`, RFC 8574) and, from a version
 * that is named by its number, where the current one and the one before it are (RFC 5829).
 */
export function linkVersions(request: VersionedRequest, cited: CitedVersion): readonly string[] {
  const { number, isNamed, before } = cited;
  const link = (version: number | null, relation: string): string[] => {
    const url = versionUrl(request, cited, version);
    return url === null ? [] : [`<${url}>; rel="${relation}"`];
  };
  return [
    ...link(number, "cite-as"),
    ...(isNamed ? link(null, "latest-version") : []),
    ...(isNamed && before !== null ? link(before, "predecessor-version") : []),
  ];
}

/** A request for an answer about one version. */
export interface VersionedRequest {
  readonly origin: string;
  readonly target: Pick<RequestTarget, "path" | "pairs">;
  /** Template of the path. */
  readonly template: string;
}

/** Parameters that change no content. */
const FORMAL: ReadonlySet<string> = new Set(["callback", "cite"]);

/**
 * Return the URL of a request for another version. However the request names the dataset (twice, or as a collection of
 * one), the URL names it once: a repeated name beside that of a version would be added to it.
 * @param version `null` for the current one
 * @returns `null` if the request names no dataset: a search of all may find only one
 */
export function versionUrl(
  { origin, target: { path, pairs }, template }: VersionedRequest,
  { dataset, adjusted }: Pick<CitedVersion, "dataset" | "adjusted">,
  version: number | null,
): string | null {
  const place = placeOfDataset(template);
  if (place < 0 && pairs.every(([key]) => key !== "dataset")) return null;
  const name = version === null ? dataset : `${dataset}@${version}`;
  const rename = (segment: string): string => name + segment.replace(/^[^.]*/, "");
  const first = pairs.findIndex(([key]) => key === "dataset");
  const series = new Map(version === null ? [] : adjusted?.parameters);
  const url = pathUrl(
    origin,
    path.map((segment, at) => encodeURIComponent(at === place ? rename(segment) : segment)),
    pairs
      .filter(([key], at) => !FORMAL.has(key) && (key !== "dataset" || at === first))
      .map(([key, value]) => [key, key === "dataset" ? name : (series.get(key) ?? value)]),
  );
  return [name, ...series.values()].reduce((written, each) => written.replaceAll(encodeURIComponent(each), each), url);
}
