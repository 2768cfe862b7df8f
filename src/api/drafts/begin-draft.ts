import { stat } from "node:fs/promises";
import { InvalidQuery } from "../../errors/errors.js";
import { parseUrl } from "../../ingest/fetch/address.js";
import { checkAddress } from "../../ingest/fetch/check-address.js";
import type { HeldForm } from "../loads/request-load.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { readDraft } from "./read-draft.js";

/** A draft that has been begun. */
export interface Begun {
  readonly id: string;
  /** Settles when it has been looked through. */
  readonly done: Promise<void>;
}

/**
 * Take a table that was sent, or whose address was, and begin to look through it. The form is released.
 * @throws InvalidQuery, RefusedAddress, Conflict, OverCapacity, Unwritable; then nothing is kept
 */
export async function beginDraft(context: DraftContext, owner: string, form: HeldForm): Promise<Begun> {
  const { loads, drafts } = context;
  try {
    drafts.checkRoom(owner);
    loads.queue.checkRoom();
    const draft = await takeSource(context, owner, form);
    return { id: draft.id, done: readDraft(context, draft) };
  } finally {
    await form.release();
  }
}

async function takeSource({ loads, drafts }: DraftContext, owner: string, form: HeldForm): Promise<Draft> {
  const file = form.files.get("csv_file");
  const given = form.parameters.get("url")?.trim() ?? "";
  const isFilled = file !== undefined && (await stat(file.path)).size > 0;
  if (isFilled && given !== "") throw new InvalidQuery("Choose a file or give an address, and not both");
  if (isFilled) return drafts.add({ owner, name: file.name.toWellFormed(), url: null }, file.path);
  if (given === "") {
    const isEmpty = file !== undefined && file.name !== "file";
    throw new InvalidQuery(
      isEmpty ? "What was sent holds nothing: choose another file" : "Choose a file, or give an address",
    );
  }
  const { href } = parseUrl(given);
  await checkAddress(href, loads.download);
  return drafts.add({ owner, name: href, url: href }, null);
}
