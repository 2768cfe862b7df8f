import type { Engine } from "../engine/engine.js";
import type { TableFormat } from "../engine/storage.js";
import type { Model } from "../model/cube.js";

/** A version passed between two threads: its members, and the names of its tables. */
export interface CarriedVersion {
  /** The model file as JSON text. */
  readonly document: string;
  readonly header: unknown;
  readonly parts: readonly Uint8Array[];
}

/** Make a version ready for another thread. */
export async function carryVersion(format: TableFormat, model: Model, engine: Engine): Promise<CarriedVersion> {
  return { document: JSON.stringify(model.document), ...(await format.serialize(engine)) };
}

/** Open a version of another thread. @param model that of its document */
export async function openCarried(
  format: TableFormat,
  model: Model,
  { header, parts }: CarriedVersion,
): Promise<Engine> {
  const opening = format.open(
    model,
    header,
    parts.map(({ length }) => length),
  );
  opening.parts.forEach((part, at) => part.set(parts[at]!));
  return opening.open();
}
