import { rename } from "node:fs/promises";
import { propose } from "../../analysis/propose.js";
import { sourceBounds } from "../../ingest/fetch/bounds.js";
import { openSource } from "../../ingest/fetch/open.js";
import type { Definition } from "../../analysis/column-uses.js";
import type { ModelDocument } from "../../model/cube.js";
import { readJson } from "../../model/parse/read-json.js";
import { doWork } from "./do-work.js";
import { partsOf } from "./form/read-form.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { readDraftPackage } from "./read-package.js";

/**
 * Start to fetch a draft's table, unless it was uploaded, to analyse it and to propose a model.
 * @param table rules of the table, as in `dataset.table` of a model; by default those that its rows call for
 * @returns settles when that has ended
 * @throws Conflict when other work on the draft is running, OverCapacity
 */
export function readDraft(context: DraftContext, draft: Draft, table: Definition | null = null): Promise<void> {
  const { loads, drafts, analyser } = context;
  const { id, name, url } = draft;
  const path = drafts.folder.tableOf(id);
  return doWork(context, draft, "read", async (signal, onProgress) => {
    if (url !== null && table === null) await fetchTable(context, draft, url, signal);
    const described = await readDraftPackage(loads, draft, path, signal);
    if (described) return described;
    const bounds = sourceBounds(loads.download);
    const analysis = await analyser.analyse({ path, name, table, bounds, onProgress, signal });
    const proposal = propose(analysis, url ?? name, url !== null);
    const model = JSON.stringify(withMetadata(proposal.model, draft.model), null, 2);
    const source = { url: url ?? `upload:${encodeURIComponent(name)}`, from: null, layout: null };
    return {
      sources: [source],
      analysis,
      model,
      date: draft.date || proposal.date,
      typed: null,
      check: null,
      errors: [],
    };
  });
}

/** Keys of a dataset that say nothing about its file. */
const METADATA = new Set([
  "name",
  "label",
  "description",
  "category",
  "languages",
  "territories",
  "licence",
  "currency",
]);

/** Keep the metadata that a draft had before its file was read again. */
function withMetadata(proposed: ModelDocument, before: string): ModelDocument {
  if (before === "") return proposed;
  const { dataset } = partsOf(readJson(before, "the model"));
  const kept = Object.entries(dataset).filter(([key]) => METADATA.has(key));
  return { ...proposed, dataset: { ...proposed.dataset, ...Object.fromEntries(kept) } };
}

/** Fetch the table into the draft's folder: only once, so that the checked file is the loaded one. */
async function fetchTable(
  { loads, drafts }: DraftContext,
  { id }: Draft,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const directory = drafts.folder.folderOf(id);
  const fetched = await openSource({ kind: "url", url }, { ...loads.download, directory, signal });
  await rename(fetched.path, drafts.folder.tableOf(id)).catch(async (error: unknown) => {
    await fetched.close();
    throw error;
  });
}
