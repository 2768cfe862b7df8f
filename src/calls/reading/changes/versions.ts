import type { Actor } from "../../../access/actor.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { datasetUrl } from "../describe/links.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findCurrent } from "../lookup/find-dataset.js";
import { readableVersions } from "../lookup/open-versions.js";
import type { PagePlace } from "../../page-place.js";
import { describeVersion, type VersionDescription } from "./describe-version.js";
import type { Model } from "../../../core/model/cube.js";
import { type AtomEntry, writeAtom } from "../formats/atom.js";

/** Maximum number of versions in a feed. */
const MAX_ITEMS = 50;

/** All versions of a dataset that the caller may read, the newest first. */
export interface VersionsPage extends PagePlace {
  readonly kind: "versions";
  readonly dataset: DatasetDescription;
  readonly versions: readonly VersionDescription[];
  readonly measures: readonly { readonly name: string; readonly label: string }[];
}

/** `GET /{dataset}/meta/versions`: the versions of a dataset, also those whose data is no longer stored. */
export function showVersions(context: Context, actor: Actor, name: string, origin: string): Resource<VersionsPage> {
  const dataset = findCurrent(context, actor, name);
  const { model } = dataset;
  const own = model.dataset.name;
  const versions = readableVersions(actor, dataset).map((version) => describeVersion(own, version, origin));
  const url = `${datasetUrl(origin, own)}/meta/versions`;
  return {
    // Managers see more of them.
    ...datasetAnswer(context, dataset, versions.map(({ version }) => version).join()),
    cited: undefined,
    formats: {
      json: async () => ({ chunks: [JSON.stringify(versions)] }),
      atom: async () => ({ chunks: [writeVersionFeed(model, versions, origin, url)] }),
    },
    page: async () => ({
      kind: "versions",
      origin,
      url,
      query: "",
      alternates: ["json", "atom"],
      dataset: describeDataset(dataset, origin),
      versions,
      measures: model.measures.map((measure) => ({ name: measure.name, label: measure.label })),
    }),
  };
}

/** Write the versions of a dataset as an Atom feed, the newest first. @param url of the list of versions */
function writeVersionFeed(
  { dataset: { name, label } }: Model,
  versions: readonly VersionDescription[],
  origin: string,
  url: string,
): string {
  const changes = `${datasetUrl(origin, name)}/meta/changes`;
  return writeAtom({
    id: url,
    title: label,
    updated: versions[0]?.loaded ?? "1970-01-01T00:00:00Z",
    author: label,
    self: `${url}.atom`,
    page: datasetUrl(origin, name),
    entries: versions
      .slice(0, MAX_ITEMS)
      .map((version, at) => describeInFeed(version, at + 1 < versions.length, changes)),
  });
}

/** @param hasEarlier true if there is a version before it */
function describeInFeed(version: VersionDescription, hasEarlier: boolean, changes: string): AtomEntry {
  const { version: number, loaded, note, kept, html_url: url } = version;
  return {
    id: url,
    title: `Version ${number}${note === null ? "" : `: ${note}`}`,
    updated: loaded,
    page: kept && hasEarlier ? `${changes}?to=${number}` : url,
    summary: summarize(version),
  };
}

function summarize({ num_entries: entries, totals, restored, kept }: VersionDescription): string {
  const sums = Object.entries(totals ?? {}).map(([measure, total]) => `${measure} ${total}`);
  const count = `${entries} ${entries === 1 ? "entry" : "entries"}`;
  return [
    [count, ...sums].join(", "),
    ...(restored === null ? [] : [`the same as version ${restored}`]),
    ...(kept ? [] : ["its entries are no longer kept"]),
  ].join("; ");
}
