import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { ShapeLayer } from "../../../core/model/shape-layer.js";
import { SHAPE_FILE_BYTES } from "../../../sources/shapes/read-shape-file.js";
import type { ShapeDrawer } from "../../../sources/shapes/shape-drawer.js";
import { MAX_LAYER, type ShapeFolder, writeLayer } from "../../../store/shape-folder.js";

/** Maximum bytes of a file that is sent. */
export const MAX_SHAPE_FILE = SHAPE_FILE_BYTES;

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

/** A fact of a layer that is wrong. */
export interface ShapeFactError {
  readonly field: "name" | "source";
  readonly error: string;
}

/** List what is wrong with the facts of a layer. */
export function checkShapeFacts({ name, source }: Pick<ShapeFacts, "name" | "source">): readonly ShapeFactError[] {
  const errors: ShapeFactError[] = [];
  if (!NAME.test(name)) errors.push({ field: "name", error: errorText("not_a_name_of_shapes", { name }) });
  if (source !== null && !/^https?:\/\/\S+$/.test(source))
    errors.push({ field: "source", error: errorText("not_a_source_address", { source }) });
  return errors;
}

/** A layer that may be kept. */
export interface PreparedLayer {
  readonly layer: ShapeLayer;
  /** Characters that it takes, and at most. */
  readonly size: number;
  readonly maxSize: number;
  readonly warnings: readonly string[];
}

/**
 * Check the shapes of a file, project and simplify them.
 * @throws InvalidQuery, BadSource with every error of the file, or Conflict if they are too large
 */
export async function prepareShapes(
  path: string,
  { label, ...facts }: ShapeFacts,
  drawer: ShapeDrawer,
): Promise<PreparedLayer> {
  const wrong = checkShapeFacts(facts);
  if (wrong.length > 0)
    throw new InvalidQuery(wrong.map(({ field, error }) => (field === "name" ? error : `${field}: ${error}`)));
  const { warnings, ...drawn } = await drawer.drawShapes({ path, id: facts.id });
  const layer = { ...facts, label: label ?? facts.name, added: new Date().toISOString(), ...drawn };
  return { layer, size: writeLayer(layer).length, maxSize: MAX_LAYER, warnings };
}

/** Check the shapes of a file and keep them, in place of those of the same name. @throws as `prepareShapes` */
export async function addShapes(
  folder: ShapeFolder,
  path: string,
  facts: ShapeFacts,
  drawer: ShapeDrawer,
): Promise<{ readonly numShapes: number; readonly warnings: readonly string[] }> {
  const { layer, warnings } = await prepareShapes(path, facts, drawer);
  await folder.add(layer);
  return { numShapes: layer.shapes.length, warnings };
}
