import type { Actor } from "../../../access/actor.js";
import { auditedUser } from "../../../access/audit-log.js";
import { checkStill } from "../../../access/permissions.js";
import { Conflict } from "../../../core/errors/errors.js";
import { type Edits, editModel, findEdits, readTexts } from "../../../core/model/edit/edits.js";
import { isCorrectedAnew, publishCorrected } from "../loads/correct-entries.js";
import type { Loads } from "../loads/loads.js";
import { requireDataset } from "../../reading/lookup/require-dataset.js";

/** The texts that a form showed at the places of a model, and the texts that the user entered. */
export interface Typed {
  readonly shown: Edits;
  /** Places that are absent keep the text that was shown. */
  readonly texts: Edits;
  /** True to refuse to take back corrections that the files of the dataset are needed for, where these are not kept. */
  readonly mustPart?: boolean;
}

/** An edit conflict: two users changed the text at one place. */
export interface Clash {
  readonly place: string;
  readonly shown: string;
  /** The current text; `null` if the place no longer exists. */
  readonly now: string | null;
  readonly typed: string;
}

/** The error for an edit of texts that were changed after they had been shown. */
export class Clashing extends Conflict {
  readonly clashes: readonly Clash[];

  constructor(clashes: readonly Clash[]) {
    super("The texts that you edited were changed meanwhile; compare both versions and save again the ones to keep");
    this.clashes = clashes;
  }
}

/**
 * Edit the texts of a dataset's model, once no other change of it is running. Other corrections of members make a new
 * version. Places that the user left unchanged keep
 * the changes of others.
 * @throws Clashing, InvalidModel with all errors, InvalidQuery if the dataset is gone, Forbidden, Unwritable; nothing is changed
 * then
 */
export async function editDataset(
  loads: Pick<Loads, "services" | "download">,
  name: string,
  typed: Typed,
  by: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { catalog, lock, audit } = loads.services;
  await lock.take(name, signal, async (whole) => {
    const dataset = requireDataset(catalog, name);
    const now = readTexts(dataset.model);
    const clashes = findClashes(typed, now);
    if (clashes.length > 0) throw new Clashing(clashes);
    const edits = new Map([...findEdits(dataset.asLoaded, dataset.model), ...findChanges(typed)]);
    // Store the texts as the model reads them back.
    const edited = editModel(dataset.asLoaded, findEdits(dataset.asLoaded, editModel(dataset.asLoaded, edits)));
    const after = readTexts(edited);
    const places = [...after.keys()].filter((place) => after.get(place) !== now.get(place));
    if (places.length === 0) return;
    const isNew = isCorrectedAnew(dataset.model, edited);
    const published =
      isNew && (await publishCorrected(loads, dataset, edited, { by, mustPart: typed.mustPart ?? false }, whole));
    if (!published) await catalog.changeModel(dataset, edited, checkStill(by, name));
    await audit.record({
      action: "dataset.edit",
      dataset: name,
      places,
      ...(published && { version: published.number }),
      ...auditedUser(by),
    });
  });
}

/** Return the texts to show again: the user's changes, and the current texts elsewhere. */
export function mergeTexts(typed: Typed, now: Edits): Edits {
  const changes = findChanges(typed);
  return new Map([...now].map(([place, text]) => [place, changes.get(place) ?? text]));
}

function findChanges({ shown, texts }: Typed): Edits {
  return new Map([...texts].filter(([place, text]) => shown.get(place) !== text));
}

function findClashes(typed: Typed, now: Edits): readonly Clash[] {
  return [...findChanges(typed)].flatMap(([place, text]) => {
    const [shown = "", there] = [typed.shown.get(place), now.get(place)];
    const isFree = there === shown || there === text;
    return isFree ? [] : [{ place, shown, now: there ?? null, typed: text }];
  });
}
