import { errorText } from "../../../core/errors/error-text.js";
import { stat } from "node:fs/promises";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { parseUrl } from "../../../sources/ingest/fetch/address.js";
import { checkAddress } from "../../../sources/ingest/fetch/check-address.js";
import type { HeldForm } from "../loads/request-load.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { readDraft } from "./read-draft.js";

/** A draft that has been created. */
export interface Begun {
  readonly id: string;
  /** Settles when its table has been analysed. */
  readonly done: Promise<void>;
}

/**
 * Create a draft from an uploaded table or the URL of one, and start to analyse it. Releases the form.
 * @param into name of a dataset to add to, which the owner manages; `null` for none
 * @throws InvalidQuery, RefusedAddress, Conflict, OverCapacity, Unwritable; then nothing is stored
 */
export async function beginDraft(
  context: DraftContext,
  owner: string,
  into: string | null,
  form: HeldForm,
): Promise<Begun> {
  const { loads, drafts } = context;
  try {
    drafts.checkCapacity(owner);
    loads.queue.checkCapacity();
    const draft = await takeSource(context, owner, into, form);
    return { id: draft.id, done: readDraft(context, draft) };
  } finally {
    await form.release();
  }
}

async function takeSource(
  { loads, drafts }: DraftContext,
  owner: string,
  into: string | null,
  form: HeldForm,
): Promise<Draft> {
  const file = form.files.get("csv_file");
  const given = form.parameters.get("url")?.trim() ?? "";
  const isFilled = file !== undefined && (await stat(file.path)).size > 0;
  if (isFilled && given !== "") throw new InvalidQuery(errorText("file_and_address"));
  if (isFilled) return drafts.add({ owner, into, name: file.name.toWellFormed(), url: null }, file.path);
  if (given === "") {
    const isEmpty = file !== undefined && file.name !== "file";
    throw new InvalidQuery(isEmpty ? errorText("empty_file") : errorText("no_file_chosen"));
  }
  const { href } = parseUrl(given);
  await checkAddress(href, loads.download);
  return drafts.add({ owner, into, name: href, url: href }, null);
}
