import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";

export function datasetUrl(origin: string, dataset: string): string {
  return `${origin}/${dataset}`;
}

/** Return the URL of a version. @param dataset name of the dataset, or of one of its versions */
export function numberedUrl(origin: string, dataset: string, number: number): string {
  return datasetUrl(origin, nameVersion(withoutVersion(dataset), number));
}

/** Return the URL of a dataset without a version. @param url of the dataset, or of one of its versions */
export function unversionedUrl(url: string): string {
  return url.replace(/@\d+$/, "");
}

export function dimensionUrl(origin: string, dataset: string, dimension: Dimension): string {
  return `${origin}/${dataset}/${dimension.name}`;
}

/** Return the URL of a member without a format suffix. */
export function memberBase(origin: string, dataset: string, dimension: Dimension, name: string): string {
  return `${dimensionUrl(origin, dataset, dimension)}/${encodeURIComponent(name)}`;
}

/** Return the URL of a member's page, or `null` for a member without a name. */
export function memberUrl(origin: string, dataset: string, dimension: Dimension, name: Value): string | null {
  const text = String(name ?? "");
  if (text === "") return null;
  const base = memberBase(origin, dataset, dimension, text);
  return isStep(text) ? `${base}.html` : base;
}

/** Return the URL of a member's entries, or `null` if no path can lead there. */
export function entriesUrl(origin: string, dataset: string, dimension: Dimension, name: string): string | null {
  return isStep(name) ? null : `${memberBase(origin, dataset, dimension, name)}/entries`;
}

/** True if paths lead below the page of a dataset or a member: not for members named `.` or `..`. */
export function hasPathsBelow(url: string): boolean {
  return !/\/\.\.?\.html$/.test(url);
}

/** True for `.` and `..`: browsers treat them as steps in the path, even if they are percent-encoded. */
function isStep(segment: string): boolean {
  return segment === "." || segment === "..";
}

export function entryUrl(origin: string, dataset: string, id: string): string {
  return `${origin}/${dataset}/entries/${id}`;
}

/** Return the URL of a row of a source, in the version that is named. */
export function rowUrl(origin: string, dataset: string, source: number, row: number): string {
  return `${datasetUrl(origin, dataset)}/sources/${source}/rows/${row}`;
}

/** @param dataset name of the dataset, or of one of its versions */
export function sourcesUrl(origin: string, dataset: string): string {
  return `${datasetUrl(origin, withoutVersion(dataset))}/sources`;
}

/** Return the URL of a source, without a format suffix. @param dataset as of `sourcesUrl` */
export function sourceUrl(origin: string, dataset: string, source: number): string {
  return `${sourcesUrl(origin, dataset)}/${source}`;
}
