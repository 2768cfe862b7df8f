import { Conflict } from "../../errors/errors.js";
import { type Edits, editModel, findEdits, readTexts } from "../../model/edit/edits.js";
import type { ChangeServices } from "./change-dataset.js";
import { requireDataset } from "../lookup/require-dataset.js";

/** What somebody saw at the places of a model, and what they made of it. */
export interface Typed {
  readonly shown: Edits;
  /** Of places that are not there, what was shown counts. */
  readonly texts: Edits;
}

/** What two people wrote at one place. */
export interface Clash {
  readonly place: string;
  readonly shown: string;
  /** What stands there now; `null` where there is no such place any more. */
  readonly now: string | null;
  readonly typed: string;
}

/** Somebody wrote at a place that was changed after it was shown. */
export class Clashing extends Conflict {
  readonly clashes: readonly Clash[];

  constructor(clashes: readonly Clash[]) {
    super("What you have changed was changed meanwhile, too; look at both, and save again what is to stay");
    this.clashes = clashes;
  }
}

/**
 * Change what a dataset says of itself and of its fields, when nobody else changes it. Places that were only looked at
 * keep what others have written there since.
 * @throws Clashing, InvalidModel with all errors, InvalidQuery where it is gone, Unwritable; nothing has changed then
 */
export async function editDataset(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  typed: Typed,
  by: string | null,
  signal: AbortSignal,
): Promise<void> {
  await lock.take(name, signal, async () => {
    const dataset = requireDataset(catalog, name);
    const now = readTexts(dataset.model);
    const clashes = findClashes(typed, now);
    if (clashes.length > 0) throw new Clashing(clashes);
    const edits = new Map([...findEdits(dataset.asLoaded, dataset.model), ...findChanges(typed)]);
    // Texts are kept as the model reads them back.
    const edited = editModel(dataset.asLoaded, findEdits(dataset.asLoaded, editModel(dataset.asLoaded, edits)));
    const after = readTexts(edited);
    const places = [...after.keys()].filter((place) => after.get(place) !== now.get(place));
    if (places.length === 0) return;
    await catalog.changeModel(dataset, edited);
    await audit.record({ action: "dataset.edit", dataset: name, places, by });
  });
}

/** What is to be shown again: what was typed where anything was, and what is there now elsewhere. */
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
