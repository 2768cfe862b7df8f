import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import { ingest } from "#src/sources/ingest/load.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { paymentsModel, writePayments } from "./generate.js";

export interface Payments {
  readonly model: Model;
  readonly path: string;
}

/** Number of the councils' payments, and of the generated ones that replace them. */
export const ROWS = 1_400_000;

/** Folder of the councils' payments; it may be missing. */
export const COUNCILS = resolve("../shared/data/gb-councils");

/** Load the councils' payments into a table, or generated payments if the councils' are not on this machine. */
export async function loadPayments(kernel: Kernel): Promise<{ readonly model: Model; readonly engine: Engine }> {
  return ingestPayments(kernel, await findPayments());
}

/** Load payments into a table. */
export async function ingestPayments(
  kernel: Kernel,
  { model, path }: Payments,
): Promise<{ readonly model: Model; readonly engine: Engine }> {
  const format = columnarFormat(kernel);
  const { builder } = await ingest({
    model,
    source: { kind: "file", path },
    download: { directory: tmpdir() },
    makeBuilder: () => format.build(model, null, 1),
    skipInvalid: true,
  });
  return { model, engine: (await builder.finish()).engine };
}

/** Find the councils' payments, or generate payments if the councils' are not on this machine. */
export async function findPayments(): Promise<Payments> {
  if (!existsSync(COUNCILS)) return seedPayments(ROWS);
  const { model } = readModel(readFileSync(join(COUNCILS, "model.json")));
  return { model, path: join(COUNCILS, "data.csv.gz") };
}

export async function seedPayments(rows: number): Promise<Payments> {
  const path = join(tmpdir(), `spendcube-bench-${rows}.csv`);
  if (!existsSync(path)) await writePayments(path, rows);
  return { model: paymentsModel().model, path };
}
