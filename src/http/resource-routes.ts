import type { Answer, Form, Redirect, Resource } from "../api/answer.js";
import type { Context } from "../api/context.js";
import { showDataset } from "../api/dataset.js";
import { listDatasets } from "../api/datasets.js";
import { type DimensionPath, showDimension } from "../api/dimension.js";
import { listDimensions } from "../api/dimensions.js";
import { listDistinct } from "../api/distinct.js";
import { listEntries, listMemberEntries } from "../api/entries.js";
import { showEntry } from "../api/entry.js";
import { isMember, type MemberPath } from "../api/find-member.js";
import { showMember } from "../api/member.js";
import { showModel } from "../api/model.js";
import type { CallInput, Route } from "./route.js";
import { withPage } from "./with-page.js";

/** The read-only resources: what can be read at a path of its own, in the forms that its suffix or `Accept` names. */
export function makeResourceRoutes(context: Context): readonly Route[] {
  return [
    read("/datasets", ["html", "json", "csv", "rss"], ({ actor, parameters, origin }) =>
      listDatasets(context, actor, parameters, origin),
    ),
    read("/{dataset}", ["html", "json"], (input) => showDataset(context, input.actor, datasetOf(input), input.origin)),
    read("/{dataset}/model", ["json"], (input) => showModel(context, input.actor, datasetOf(input), input.origin)),
    read("/{dataset}/dimensions", ["html", "json"], (input) =>
      listDimensions(context, input.actor, datasetOf(input), input.origin),
    ),
    read("/{dataset}/entries", ["html", "json", "csv"], (input) =>
      listEntries(context, input.actor, datasetOf(input), input),
    ),
    read("/{dataset}/entries/{id}", ["html", "json", "csv"], (input) =>
      showEntry(context, input.actor, { dataset: datasetOf(input), id: segmentOf(input, "id") }, input.origin),
    ),
    read("/{dataset}/{dimension}", ["html", "json"], (input) =>
      showDimension(context, input.actor, dimensionOf(input), input.origin, input.signal),
    ),
    read("/{dataset}/{dimension}.distinct", ["json"], (input) =>
      listDistinct(context, input.actor, dimensionOf(input), input.parameters, input.origin, input.signal),
    ),
    {
      ...read("/{dataset}/{dimension}/{name}", ["html", "json", "csv"], (input) =>
        showMember(context, input.actor, memberOf(input), input.origin),
      ),
      isWholeName: (input) => isMember(context, input.actor, memberOf(input)),
    },
    read("/{dataset}/{dimension}/{name}/entries", ["html", "json", "csv"], (input) =>
      listMemberEntries(context, input.actor, memberOf(input), input),
    ),
  ];
}

type Found = Resource | Answer | Redirect;

function read(path: string, forms: readonly Form[], find: (input: CallInput) => Found | Promise<Found>): Route {
  return { method: "GET", path, kind: "resource", forms, call: async (input) => withPage(await find(input)) };
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

/** A segment that the route's own template names. */
function segmentOf({ segments }: CallInput, name: string): string {
  return segments.get(name)!;
}
