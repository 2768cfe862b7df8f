import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyseSource } from "#src/sources/analysis/analyse-source.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";
import { listRecords } from "#src/sources/ingest/csv/record-parser.js";
import { readTable, type TableBegin } from "#src/sources/ingest/tables/read-table.js";
import { parseTableRules } from "#src/core/model/parse/table-rules.js";
import { pollute, SOURCE } from "./pollution/pollute.js";
import { type LoadedRows, MEASURES, scoreRows } from "./pollution/score.js";
import { print } from "./tables.js";

/**
 * Read one file of each kind of pollution as `propose` reads it, with nothing told, and score what is read as the
 * benchmark Pollock does (Vitagliano et al., VLDB 2023): the mean of each of ten measures over all files, added up.
 */
export async function benchPollution(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  const sums = MEASURES.map(() => 0);
  const files = pollute();
  try {
    for (const { name, content, truth = SOURCE } of files) {
      const path = join(directory, "source.csv");
      await writeFile(path, content);
      const read = await readAsProposed(path).catch(() => null);
      const scores = scoreRows(read, truth);
      scores.forEach((score, at) => (sums[at]! += score));
      const lost = 10 - scores.reduce((sum, score) => sum + score);
      if (lost > 0.005) print(`${name}: ${(10 - lost).toFixed(2)}${read === null ? ", refused" : ""}`);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  MEASURES.forEach((name, at) => print(`${name}: ${(sums[at]! / files.length).toFixed(3)}`));
  const total = sums.reduce((sum, each) => sum + each) / files.length;
  print(`${files.length} files: ${total.toFixed(2)} of 10`);
}

/** Read the rows that a load under the proposed rules would take as entries, as texts. @throws BadSource */
async function readAsProposed(path: string): Promise<LoadedRows> {
  const source = await openSource({ kind: "file", path, name: "source.csv" }, { directory: tmpdir() });
  try {
    const bounds = sourceBounds({});
    const { table } = await analyseSource(source, { bounds });
    const rules = table ? parseTableRules({ ...table, unpivot: undefined, units: undefined, scale: undefined }) : null;
    let header: readonly string[] = [];
    let named: readonly boolean[] = [];
    const rows: (readonly string[])[] = [];
    await readTable(source, { bounds, table: rules }, ({ cells, mending, tidy }: TableBegin) => {
      header = cells;
      named = cells.map((_, at) => mending.rows.some((row) => (row[at] ?? "") !== ""));
      return (records) => {
        for (const record of listRecords(records)) {
          const row = mending.mend(record);
          const isLeftOut = row.every((cell) => cell.trim() === "") || mending.isHeader(row);
          if (!isLeftOut && (tidy === null || tidy.ruleFor(row) < 0)) rows.push(row);
        }
        return true;
      };
    });
    // Columns without a name or a cell are left out, as empty.
    const isKept = (_: string, at: number): boolean =>
      named[at] !== false || rows.some((row) => (row[at] ?? "").trim() !== "");
    return { header: header.filter(isKept), rows: rows.map((row) => row.filter(isKept)) };
  } finally {
    await source.close();
  }
}
