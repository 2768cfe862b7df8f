import type { Engine } from "../../../core/engine/engine.js";
import { readParents } from "../../../core/engine/read-parents.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { TooManyCells } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { warnOfHierarchies } from "./warn-of-hierarchies.js";

/** Maximum number of pairs of a member and a parent that are checked. */
const MAX_PAIRS = 2 ** 20;

/** Write warnings about members of a table with several parents in a hierarchy of its model. */
export async function checkHierarchies(
  model: Model,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (model.hierarchies.length === 0) return [];
  const bounds = { maxCells: MAX_PAIRS, deadline: Infinity, signal };
  return warnOfHierarchies(model, async (levels) => {
    try {
      return await withReader({ model, engine }, bounds, (reader) => readParents(reader, levels, bounds));
    } catch (error) {
      if (error instanceof TooManyCells) return null;
      throw error;
    }
  });
}
