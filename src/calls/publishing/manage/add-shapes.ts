import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { makeLayer } from "../../../sources/shapes/make-layer.js";
import { readShapeFile } from "../../../sources/shapes/read-shape-file.js";
import type { ShapeFolder } from "../../../store/shape-folder.js";

/** Facts of a layer that is to be added. */
export interface ShapeFacts {
  readonly name: string;
  /** Property that identifies a place. */
  readonly id: string;
  readonly taxonomy: string | null;
  readonly label: string | null;
  readonly licence: string | null;
  readonly source: string | null;
}

const NAME = /^[a-z\d][a-z\d_-]{0,62}$/;

/**
 * Check the shapes of a file, project and simplify them, and keep them.
 * @throws InvalidQuery, BadSource with every error of the file, or Conflict if they are too large
 */
export async function addShapes(
  folder: ShapeFolder,
  bytes: Uint8Array,
  { label, ...facts }: ShapeFacts,
): Promise<{ readonly numShapes: number; readonly warnings: readonly string[] }> {
  if (!NAME.test(facts.name)) throw new InvalidQuery(errorText("not_a_name_of_shapes", { name: facts.name }));
  if (facts.source !== null && !/^https?:\/\/\S+$/.test(facts.source))
    throw new InvalidQuery(`source: ${errorText("not_a_source_address", { source: facts.source })}`);
  const { places, warnings } = readShapeFile(bytes, facts.id);
  const drawn = makeLayer(places);
  await folder.add({ ...facts, label: label ?? facts.name, added: new Date().toISOString(), ...drawn });
  return { numShapes: drawn.shapes.length, warnings };
}
