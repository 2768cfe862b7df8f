import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { ingest } from "#src/sources/ingest/load.js";
import type { LoadReport } from "#src/sources/ingest/report.js";
import type { Model } from "#src/core/model/cube.js";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { type PackagePlan, planPackage } from "#src/sources/packages/plan-package.js";
import { CollectingBuilder, withDirectory } from "../ingest/collect.js";

/** Address of descriptors in tests that read no files. */
export const BASE = { kind: "url", url: "https://example.org/data/town/datapackage.json" } as const;

export interface LoadedPackage {
  readonly plan: PackagePlan;
  readonly model: Model;
  readonly entries: readonly EntryInput[];
  readonly reports: readonly LoadReport[];
}

/** Load a package with the given files. */
export async function loadPackage(
  descriptor: unknown,
  files: Readonly<Record<string, string | Buffer>>,
  skipInvalid = false,
): Promise<LoadedPackage> {
  return withDirectory(async (directory) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
      await writeFile(path.join(directory, name), content);
    }
    const base = { kind: "file", path: path.join(directory, "datapackage.json") } as const;
    return loadPlan(planPackage(descriptor, base), skipInvalid);
  });
}

/** Load the planned sources one after the other. */
export async function loadPlan(plan: PackagePlan, skipInvalid = false): Promise<LoadedPackage> {
  const builder = new CollectingBuilder(plan.model);
  const reports: LoadReport[] = [];
  for (const { address, model } of plan.sources) {
    const download = { directory: "/nowhere" };
    const loaded = await ingest({ model, source: address, download, skipInvalid, makeBuilder: () => builder });
    reports.push(loaded.report);
  }
  return { plan, model: plan.model, entries: [...builder.entries.values()], reports };
}

/** The exact sum of a measure. */
export function total({ model, entries }: LoadedPackage, measure = "amount"): string {
  const at = model.measures.findIndex(({ name }) => name === measure);
  const zero: Decimal = { unscaled: 0n, scale: 0 };
  return decimalText(entries.reduce((sum, { amounts }) => addDecimals(sum, amounts[at] as Decimal), zero));
}

/** The values of an attribute, `dimension.attribute` or an attribute dimension's own, of every entry. */
export function valuesOf({ model, entries }: LoadedPackage, reference: string): readonly unknown[] {
  const [name, attribute = "name"] = reference.split(".");
  const dimension = model.dimensions.find((each) => each.name === name);
  if (!dimension) throw new Error(`There are: ${model.dimensions.map((each) => each.name).join(" ")}`);
  const at = dimension.kind === "attribute" ? 0 : dimension.attributes.findIndex((each) => each.name === attribute);
  return entries.map(({ members }) => members[dimension.index]![at]);
}
