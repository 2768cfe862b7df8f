import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ANALYSIS_BOUNDS, type AnalysisBounds } from "#src/sources/analysis/analyse.js";
import { analyseSource } from "#src/sources/analysis/analyse-source.js";
import type { TableAnalysis } from "#src/sources/analysis/table-analysis.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";

/** Analyse a file with these bytes. */
export async function analyse(
  content: string | Buffer,
  bounds: Partial<AnalysisBounds> = {},
  table: Readonly<Record<string, unknown>> | null = null,
): Promise<TableAnalysis> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    const path = join(directory, "table.csv");
    await writeFile(path, content);
    const source = await openSource({ kind: "file", path, name: "table.csv" }, { directory });
    return await analyseSource(source, { bounds: sourceBounds({}), table }, { ...ANALYSIS_BOUNDS, ...bounds });
  } finally {
    await rm(directory, { recursive: true });
  }
}
