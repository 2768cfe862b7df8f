import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Model } from "#src/core/model/cube.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { LocalFormat } from "./sample.js";

/** A format whose small tables are closed once they are built, and opened again when they are first read. */
export function lateFormat(kernel: Kernel): LocalFormat {
  const format = columnarFormat(kernel);
  const closeUntilRead = (model: Model, engine: Engine): Engine => {
    const known = format.describeLate!(engine);
    if (!known) return engine;
    const parts = format.serialize(engine).parts.map((part) => part.slice());
    const places = parts.map(({ length }, at) => ({
      file: { path: "/", name: `${at}`, bytes: length },
      start: 0,
      bytes: length,
      checksum: 0,
    }));
    engine.dispose();
    const header = structuredClone(known.header);
    return format.openLate!(model, { ...known, header }, places, ({ file }, into) =>
      into.set(parts[Number(file.name)]!),
    );
  };
  return {
    ...format,
    build(model, ...of) {
      const builder = format.build(model, ...of);
      const finish = builder.finish.bind(builder);
      builder.finish = (...how) => {
        const { engine, ...counts } = finish(...how);
        return { ...counts, engine: closeUntilRead(model, engine) as typeof engine };
      };
      return builder;
    },
  };
}
