import type { Actor } from "../../../access/actor.js";
import type { CorrectionChange } from "../../../core/model/corrections.js";
import type { Resource } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { hasSeveralYears } from "../adjust/read-time.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { datasetUrl } from "../describe/links.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findCurrent } from "../lookup/find-dataset.js";
import { readableVersions } from "../lookup/open-versions.js";
import type { PagePlace } from "../../page-place.js";
import { correctionsIn, describeVersion, type VersionDescription } from "./describe-version.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** All versions of a dataset that the caller may read, the newest first. */
export interface VersionsPage extends PagePlace {
  readonly kind: "versions";
  readonly dataset: DatasetDescription;
  readonly versions: readonly VersionDescription[];
  /** Corrections of members in each of them. */
  readonly corrections: readonly (readonly CorrectionChange[])[];
  readonly measures: readonly MeasureLabel[];
  /** True if totals add up several years. */
  readonly addsYears: boolean;
}

/** `GET /{dataset}/meta/versions`: the versions of a dataset, also those whose data is no longer stored. */
export function showVersions(
  context: Context,
  actor: Actor,
  name: string,
  origin: string,
  language: string,
): Resource<VersionsPage> {
  const dataset = findCurrent(context, actor, name);
  const { feeds } = context;
  const { model } = dataset;
  const own = model.dataset.name;
  const readable = readableVersions(actor, dataset);
  const versions = readable.map((version, at) => describeVersion(own, version, origin, readable[at + 1]));
  const url = `${datasetUrl(origin, own)}/meta/versions`;
  return {
    // Managers see more of them.
    ...datasetAnswer(context, dataset, versions.map(({ version }) => version).join()),
    cited: undefined,
    formats: {
      json: async () => ({ chunks: [JSON.stringify(versions)] }),
      ...(feeds && { atom: async () => ({ chunks: [feeds.writeVersions(model, versions, origin, url, language)] }) }),
    },
    page: async () => ({
      kind: "versions",
      origin,
      url,
      query: "",
      alternates: ["json", ...(feeds ? (["atom"] as const) : [])],
      dataset: describeDataset(dataset, origin),
      versions,
      corrections: readable.map((version, at) => correctionsIn(version, readable[at + 1])),
      measures: labelMeasures(model.measures),
      addsYears: await hasSeveralYears(context, dataset, queryBounds(context, actor)),
    }),
  };
}
