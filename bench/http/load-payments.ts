import { tmpdir } from "node:os";
import { columnarFormat } from "#src/columnar/builder.js";
import type { Engine } from "#src/engine/engine.js";
import { ingest } from "#src/ingest/load.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Model } from "#src/model/cube.js";
import { payments } from "../load.js";

/** Seeded payments, where the councils' are not there. */
const ROWS = 1_400_000;

export async function loadPayments(threads: number): Promise<{ readonly model: Model; readonly engine: Engine }> {
  const { model, path } = await payments(ROWS);
  const format = columnarFormat(Kernel.start({ threads }));
  const { builder } = await ingest({
    model,
    source: { kind: "file", path },
    download: { directory: tmpdir() },
    makeBuilder: () => format.build(model, null, 1),
    skipInvalid: true,
  });
  return { model, engine: builder.finish() };
}
