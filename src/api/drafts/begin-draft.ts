import { analyseTable } from "../../analysis/analyse.js";
import { proposeModel } from "../../analysis/propose-model.js";
import { InvalidQuery } from "../../errors/errors.js";
import { boundsOf } from "../../ingest/bounds.js";
import { openSource } from "../../ingest/open.js";
import type { Context } from "../context.js";
import type { HeldForm } from "../loads/request-load.js";
import type { Draft } from "./drafts.js";

/**
 * Take a table that was sent, look through it and propose a model. The draft holds the form's file.
 * @throws InvalidQuery, BadSource, Conflict; then the form is released
 */
export async function beginDraft(
  { loads, drafts }: Context,
  owner: string,
  form: HeldForm,
  signal: AbortSignal,
): Promise<Draft> {
  try {
    drafts.checkRoom(owner);
    const file = form.files.get("csv_file");
    if (!file) throw new InvalidQuery("Choose a file first");
    const fileName = file.name.toWellFormed();
    const address = { kind: "file", path: file.path, name: fileName } as const;
    const source = await openSource(address, loads.download);
    if (source.size === 0) throw new InvalidQuery("Choose a file first: what was sent holds nothing");
    const analysis = await analyseTable(source, { bounds: boundsOf(loads.download), signal });
    const model = JSON.stringify(proposeModel(analysis, fileName), null, 2);
    return drafts.add({ owner, fileName, path: file.path, analysis, model, release: form.release });
  } catch (error) {
    await form.release();
    throw error;
  }
}
