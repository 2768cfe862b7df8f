import type { Answer, Redirect, Resource } from "../../../calls/answer.js";
import type { Format } from "../../../calls/formats.js";
import { showChanges } from "../../../calls/reading/changes/changes-page.js";
import { showCitation } from "../../../calls/reading/changes/citation.js";
import { nameCompared } from "../../../calls/reading/changes/compared-versions.js";
import { showVersions } from "../../../calls/reading/changes/versions.js";
import type { Context } from "../../../calls/context.js";
import { showDataset } from "../../../calls/views/resources/dataset.js";
import { listDatasets } from "../../../calls/views/resources/datasets.js";
import { type DimensionPath, showDimension } from "../../../calls/views/resources/dimension.js";
import { listDimensions } from "../../../calls/views/resources/dimensions.js";
import { listDistinct } from "../../../calls/views/resources/distinct.js";
import { redirectToSearch, listEntriesOfMember } from "../../../calls/views/resources/entries.js";
import { showEntry } from "../../../calls/views/resources/entry.js";
import { BULK_FILES, type BulkExtension, formatOfFile } from "../../../calls/reading/entries/bulk-files.js";
import { showDataPackage, showFile } from "../../../calls/views/resources/bulk-files.js";
import { isMember, type MemberPath } from "../../../calls/reading/lookup/find-member.js";
import { showMember } from "../../../calls/views/resources/member.js";
import { showModel } from "../../../calls/views/resources/model.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { PageContents } from "../../pages/render.js";
import { LIST_DATASETS, SHOW_DATASET, SHOW_MODEL } from "../openapi/datasets.js";
import { LIST_CHANGES, LIST_VERSIONS, SHOW_CITATION } from "../openapi/versions.js";
import type { RouteDescription } from "../openapi/description.js";
import { LIST_DIMENSIONS, LIST_DISTINCT, SHOW_DIMENSION, SHOW_MEMBER } from "../openapi/dimensions.js";
import { LIST_ENTRIES, LIST_MEMBER_ENTRIES, SHOW_ENTRY } from "../openapi/entries.js";
import { describeDownload, SHOW_DATA_PACKAGE } from "../openapi/bulk-files.js";
import type { CallInput } from "../message/route.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { withPage } from "./with-page.js";

/** Make the routes of read-only resources, whose format a suffix or `Accept` chooses. */
export function makeResourceRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  const read = (
    path: string,
    formats: readonly Format[],
    about: RouteDescription,
    find: (input: CallInput) => Found | Promise<Found>,
  ): DescribedRoute => readRoute(files, path, formats, about, find);
  return [
    read(
      "/datasets",
      ["html", "json", "csv", "rss", "jsonld", "ttl"],
      LIST_DATASETS,
      ({ actor, parameters, origin, cancel }) => listDatasets(context, actor, parameters, origin, cancel),
    ),
    read("/{dataset}", ["html", "json"], SHOW_DATASET, (input) =>
      showDataset(context, input.actor, datasetOf(input), input.origin, input.parameters, input.cancel),
    ),
    read("/{dataset}/model", ["json"], SHOW_MODEL, (input) =>
      showModel(context, input.actor, datasetOf(input), input.origin),
    ),
    read("/{dataset}/meta/datapackage.json", ["json"], SHOW_DATA_PACKAGE, (input) =>
      showDataPackage(context, input.actor, datasetOf(input), input.origin, input.cancel),
    ),
    ...BULK_EXTENSIONS.map((extension) =>
      read(`/{dataset}/meta/entries.${extension}`, [formatOfFile(extension)], describeDownload(extension), (input) =>
        showFile(context, input.actor, datasetOf(input), extension, input.cancel),
      ),
    ),
    read("/{dataset}/dimensions", ["html", "json"], LIST_DIMENSIONS, (input) =>
      listDimensions(context, input.actor, datasetOf(input), input.origin),
    ),
    read("/{dataset}/entries", ["html", "json", "csv", "xlsx", "atom"], LIST_ENTRIES, (input) =>
      redirectToSearch(context, input.actor, datasetOf(input), input),
    ),
    read("/{dataset}/entries/{id}", ["html", "json", "csv"], SHOW_ENTRY, (input) =>
      showEntry(
        context,
        input.actor,
        { dataset: datasetOf(input), id: segmentOf(input, "id") },
        input.origin,
        input.parameters,
      ),
    ),
    read("/{dataset}/meta/versions", ["html", "json", "atom"], LIST_VERSIONS, (input) =>
      showVersions(context, input.actor, datasetOf(input), input.origin),
    ),
    read("/{dataset}/meta/citation", ["json", "bib"], SHOW_CITATION, (input) =>
      showCitation(context, input.actor, datasetOf(input), input.origin),
    ),
    {
      ...read("/{dataset}/meta/changes", ["html", "json", "csv", "ndjson"], LIST_CHANGES, (input) =>
        showChanges(context, input.actor, datasetOf(input), input.parameters, input.origin, input.cancel),
      ),
      listVersions: (input) => nameCompared(context.catalog, input.actor, datasetOf(input), input.parameters),
    },
    read("/{dataset}/{dimension}", ["html", "json"], SHOW_DIMENSION, (input) =>
      showDimension(context, input.actor, dimensionOf(input), input.origin, input.parameters, input.cancel),
    ),
    read("/{dataset}/{dimension}.distinct", ["json"], LIST_DISTINCT, (input) =>
      listDistinct(context, input.actor, dimensionOf(input), input.parameters, input.origin, input.cancel),
    ),
    {
      ...read("/{dataset}/{dimension}/{name}", ["html", "json", "csv"], SHOW_MEMBER, (input) =>
        showMember(context, input.actor, memberOf(input), input.origin, input.parameters, input.cancel, input.format),
      ),
      isWholeName: (input) => isMember(context, input.actor, memberOf(input)),
    },
    read(
      "/{dataset}/{dimension}/{name}/entries",
      ["html", "json", "csv", "xlsx", "atom"],
      LIST_MEMBER_ENTRIES,
      (input) => listEntriesOfMember(context, input.actor, memberOf(input), input),
    ),
  ];
}

const BULK_EXTENSIONS = Object.keys(BULK_FILES) as readonly BulkExtension[];

type Found = Resource<PageContents> | Answer | Redirect;

/** Make the route of a resource that may also be a page. */
export function readRoute(
  files: PageFrame,
  path: string,
  formats: readonly Format[],
  about: RouteDescription,
  find: (input: CallInput) => Found | Promise<Found>,
): DescribedRoute {
  return {
    method: "GET",
    path,
    kind: "resource",
    formats,
    about,
    call: async (input) => withPage(await find(input), input, path, files),
  };
}

function datasetOf(input: CallInput): string {
  return segmentOf(input, "dataset");
}

function dimensionOf(input: CallInput): DimensionPath {
  return { dataset: datasetOf(input), dimension: segmentOf(input, "dimension") };
}

function memberOf(input: CallInput): MemberPath {
  return { ...dimensionOf(input), name: segmentOf(input, "name") };
}

/** Return the value of a segment that the route's template names. */
function segmentOf({ segments }: CallInput, name: string): string {
  return segments.get(name)!;
}
