import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { Attribute } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { growValues, indexValues, planValues } from "#src/engines/columnar/writing/growing-values.js";
import { openValues } from "#src/engines/columnar/table/open-values.js";
import type { Values } from "#src/engines/columnar/table/values.js";

const ATTRIBUTE = { name: "a", index: 0, source: null, facet: false, endColumn: null } as const;

export interface WrittenColumn {
  /** The column opened without and with a cache of strings. */
  readonly ways: readonly Values[];
  release(): void;
}

/** Write values into a column, as a table builder does. */
export function writeColumn(
  kernel: Kernel,
  type: Attribute["type"],
  values: readonly Value[],
  repeats = true,
): WrittenColumn {
  const growing = growValues({ ...ATTRIBUTE, type });
  for (const value of values) {
    growing.stage(value);
    growing.push();
  }
  const planned = planValues(growing, Uint32Array.from(values.keys()), repeats ? null : indexValues(growing));
  const memory = kernel.newMemory(planned.total);
  const column = planned.write(memory, { memory: 0, pointer: memory.allocate(planned.total) });
  planned.index?.(memory, column);
  return {
    ways: [false, true].map((kept) => openValues([memory], column, kept)),
    release: () => memory.release(),
  };
}
