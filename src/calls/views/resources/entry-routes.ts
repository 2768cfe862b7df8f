import { datasetOf, type ReadingCall, segmentOf } from "../../reading-call.js";
import { memberPathOf } from "./dimension-routes.js";
import { listEntriesOfMember, redirectToSearch } from "./entries.js";
import { showEntry } from "./entry.js";
import type { RouteDescription } from "../../route-description.js";
import { ENTRIES_LISTED } from "../pages/page-parameters.js";
import { INFLATE, PROVENANCE } from "../../shared-parameters.js";
import { refer } from "../../schema.js";

const LIST_ENTRIES: RouteDescription = {
  id: "listEntries",
  tag: "Resources",
  summary: "List the entries of a dataset",
  details: "A page for readers; JSON, CSV and XLSX are those of a search of this dataset, whose parameters it takes.",
  parameters: ENTRIES_LISTED,
  paged: true,
  // Programs are redirected to the search call.
  redirect: { to: "Redirects to the search call and keeps the query.", formats: ["json", "csv", "xlsx"] },
};

const LIST_MEMBER_ENTRIES: RouteDescription = {
  ...LIST_ENTRIES,
  id: "listMemberEntries",
  summary: "List the entries of a member",
  details: "The same as the entries of the dataset with a cut on this member.",
};

const SHOW_ENTRY: RouteDescription = {
  id: "showEntry",
  tag: "Resources",
  summary: "Read an entry: every measure and every attribute of every dimension",
  details: "Measures have all their digits; compound dimensions are objects with their attributes.",
  parameters: [INFLATE, PROVENANCE],
  json: refer("Entry"),
  bodies: {
    csv: "A header and one record: `id`, then dimensions (columns `dimension.attribute`) and measures in the order of the mapping; amounts with all digits.",
  },
};

/** Calls about entries. */
export const ENTRY_CALLS = [
  {
    path: "/{dataset}/entries",
    formats: ["html", "json", "csv", "xlsx"],
    about: LIST_ENTRIES,
    call: (context, input) => redirectToSearch(context, input.actor, datasetOf(input), input),
  },
  {
    path: "/{dataset}/entries/{id}",
    formats: ["html", "json", "csv"],
    about: SHOW_ENTRY,
    call: (context, input) => {
      const path = { dataset: datasetOf(input), id: segmentOf(input, "id") };
      return showEntry(context, input.actor, path, input.origin, input.parameters);
    },
  },
  {
    path: "/{dataset}/{dimension}/{name}/entries",
    formats: ["html", "json", "csv", "xlsx"],
    about: LIST_MEMBER_ENTRIES,
    call: (context, input) => listEntriesOfMember(context, input.actor, memberPathOf(input), input),
  },
] as const satisfies readonly ReadingCall<unknown>[];
