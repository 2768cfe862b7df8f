import { Unwritable } from "../../../core/errors/errors.js";
import { checkStill } from "../../../access/permissions.js";
import type { Actor } from "../../../access/actor.js";
import type { Model } from "../../../core/model/cube.js";
import { compareCorrections, correctionsOf } from "../../../core/model/corrections.js";
import { correctionsPlace } from "../../../core/model/edit/editable-texts.js";
import { editModel, findEdits } from "../../../core/model/edit/edits.js";
import type { Dataset } from "../../../store/dataset.js";
import { measureSmall } from "../../reading/entries/measure-version.js";
import { sumUp } from "../../reading/lookup/sum-up.js";
import { correctEntries, keepsFiles, partEntries, undoesCorrections } from "./part-entries.js";
import type { Loads } from "./loads.js";

/** True if two models correct members differently. */
export function isCorrectedAnew(before: Model, after: Model): boolean {
  return compareCorrections(correctionsOf(before), correctionsOf(after)).length > 0;
}

/** Return the model by which a source is read: as it is given, with the corrections that were edited. */
export function withEditedCorrections(read: Model, given: Model, edited: Model): Model {
  const places = new Set(given.dimensions.map(({ name }) => correctionsPlace(name)));
  const edits = [...findEdits(given, edited)].filter(([place]) => places.has(place));
  return editModel(read, new Map(edits));
}

/**
 * Publish a dataset under an edited model that corrects members differently, as a new version. The caller holds the
 * dataset's lock.
 * @param mustPart true to refuse to take back corrections where files are not kept; else they count for rows loaded later
 * @throws OverCapacity, Unwritable, Conflict, Forbidden, InvalidQuery if corrections cannot be undone; nothing is changed
 * then
 */
export async function publishCorrected(
  { services, download }: Pick<Loads, "services" | "download">,
  dataset: Dataset,
  model: Model,
  { by, mustPart }: { readonly by: Actor; readonly mustPart: boolean },
  signal: AbortSignal,
): Promise<Dataset> {
  const { catalog } = services;
  const { status, reasons } = catalog.health;
  if (status === "read-only") throw new Unwritable(reasons);
  const reading = catalog.beginReading();
  reading.seal();
  try {
    const writing = { services, download, signal };
    const { asLoaded } = dataset;
    const engine =
      undoesCorrections(dataset.model, model) && (mustPart || keepsFiles(dataset))
        ? await partEntries(writing, dataset, model, withEditedCorrections(asLoaded, asLoaded, model))
        : await correctEntries(writing, model, dataset.engine);
    try {
      const totals = await sumUp(model, engine);
      const before = await sumUp(dataset.model, dataset.engine);
      if (engine.numEntries !== dataset.engine.numEntries || String(totals) !== String(before)) {
        throw new TypeError("A correction changed the number of entries or their sums");
      }
      const published = await catalog.publish({
        model,
        asLoaded: dataset.asLoaded,
        engine,
        sources: dataset.sources,
        lastSource: dataset.lastSource,
        totals,
        base: dataset,
        private: dataset.private,
        managers: [],
        check: checkStill(by, model.dataset.name),
      });
      await measureSmall(services, published);
      return published;
    } catch (error) {
      if (catalog.get(model.dataset.name)?.engine !== engine) engine.dispose();
      throw error;
    }
  } finally {
    reading.end();
  }
}
