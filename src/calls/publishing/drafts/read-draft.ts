import { DESCRIBING_KEYS } from "../../../core/model/parse/alike-models.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { rename } from "node:fs/promises";
import { propose } from "../../../sources/analysis/propose.js";
import { UserError } from "../../../core/errors/errors.js";
import { sourceBounds } from "../../../sources/ingest/fetch/bounds.js";
import { openSource } from "../../../sources/ingest/fetch/open.js";
import type { Definition } from "../../../sources/analysis/column-uses.js";
import { tableOf } from "../../../sources/analysis/repair.js";
import type { ModelDocument } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import { readJson } from "../../../core/model/parse/read-json.js";
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
  const { id, name, url, into } = draft;
  const known = into === null ? undefined : context.catalog.get(into);
  const path = drafts.folder.tableOf(id);
  return doWork(context, draft, "read", async (signal, onProgress) => {
    if (url !== null && table === null) await fetchTable(context, draft, url, signal);
    const described = await readDraftPackage(loads, draft, path, signal);
    if (described) return described;
    const bounds = sourceBounds(loads.download);
    const analysis = await analyser.analyse({
      path,
      name: `"${name}"`,
      encoding: encodingIn(known?.asLoaded.document ?? readDocument(draft.model)),
      table: known ? rulesFor(known, table) : table,
      bounds,
      onProgress,
      signal,
    });
    const proposal = propose(analysis, url ?? name, url !== null);
    const own = known ? withRules(known, analysis.table ?? null) : withMetadata(proposal.model, draft.model);
    const model = JSON.stringify(own, null, 2);
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

/** Start to read a draft again whose analysis the end of an earlier process interrupted. */
export function readAgain(context: DraftContext, draft: Draft): void {
  try {
    void readDraft(context, draft);
  } catch (error) {
    // The page of the draft offers it.
    if (!(error instanceof UserError)) throw error;
  }
}

/** Return the rules for a file that is added to a dataset: those that were chosen, or else those of its model. */
function rulesFor({ asLoaded }: Dataset, chosen: Definition | null): Definition {
  return chosen ?? tableOf(asLoaded.document) ?? {};
}

/** Return the model of a dataset with the rules of the table of a file that is added. */
function withRules({ asLoaded }: Dataset, table: Definition | null): ModelDocument {
  const { table: _before, ...dataset } = asLoaded.document.dataset;
  const isNone = table === null || Object.keys(table).length === 0;
  return { ...asLoaded.document, dataset: isNone ? dataset : { ...dataset, table } };
}

/** Keys of a dataset that say nothing about its file. */
const METADATA: ReadonlySet<string> = new Set([...DESCRIBING_KEYS, "currency", "encoding"]);

/** Return the encoding that a model declares; `null` for none. */
function encodingIn(document: unknown): string | null {
  const { encoding } = partsOf(document).dataset;
  return typeof encoding === "string" ? encoding : null;
}

function readDocument(model: string): unknown {
  return model === "" ? null : readJson(model, phraseText("the_model"));
}

/** Keep the metadata that a draft had before its file was read again. */
function withMetadata(proposed: ModelDocument, before: string): ModelDocument {
  if (before === "") return proposed;
  const { dataset } = partsOf(readJson(before, phraseText("the_model")));
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
