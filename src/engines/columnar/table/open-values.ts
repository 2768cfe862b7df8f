import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { viewFloats } from "./float-column.js";
import { openFloats } from "./floats.js";
import { viewTexts } from "./text-views.js";
import { openTexts } from "./texts.js";
import type { ValueColumn, Values } from "./values.js";

/**
 * Open the values of an attribute in their memory; nothing is copied.
 * @param cached true to cache decoded strings
 */
export function openValues(memories: readonly ColumnMemory[], column: ValueColumn, cached: boolean): Values {
  const memory = memories[column.memory]!;
  return column.type === "text" ? openTexts(viewTexts(memory, column), cached) : openFloats(viewFloats(memory, column));
}
