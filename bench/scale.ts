import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { COLUMNS_AND_IDS } from "#src/engines/columnar/memory-report.js";
import { QUERIES } from "./cube/queries.js";
import { sum } from "./memory/account.js";
import type { ScaleReport } from "./scale/report.js";
import { markdownTable, print } from "./tables.js";
import { INDEX_PURPOSES } from "#test/index-purposes.js";

const SIZES = [100_000, 1_000_000, 10_000_000, 50_000_000];

/** Measure the cube at several sizes up to `rows`, each in a process of its own. */
export async function benchScale(rows: number): Promise<void> {
  const sizes = SIZES.filter((size) => size < rows);
  const reports: ScaleReport[] = [];
  for (const size of [...sizes, rows]) {
    reports.push(await measure(size));
    print(`measured ${size} entries`);
  }
  printTables(reports);
}

async function measure(rows: number): Promise<ScaleReport> {
  const program = fileURLToPath(new URL("scale/measure.js", import.meta.url));
  const child = fork(program, [String(rows)], { execArgv: ["--max-old-space-size=8192"] });
  let report: ScaleReport | null = null;
  child.on("message", (message) => (report = message as ScaleReport));
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code !== 0 || !report) throw new Error(`The bench of ${rows} entries ended with ${code ?? signal}`);
  return report;
}

function printTables(reports: readonly ScaleReport[]): void {
  const sizes = reports.map(({ rows }) => rows.toLocaleString("en"));
  const line = (name: string, of: (report: ScaleReport) => number | null) => [name, ...reports.map(of)];
  print("\nbuilding a table, and bytes per entry; the source of the entries is not counted\n");
  print(
    markdownTable(
      ["entries", ...sizes],
      [
        line("seconds", ({ seconds }) => seconds),
        line("microseconds per entry", ({ seconds, rows }) => (seconds * 1e6) / rows),
        line("resident after the build", ({ resident, rows }) => resident / rows),
        line("peak during the build", ({ peak, rows }) => peak && peak / rows),
        line("resident with all derived data", ({ warm, rows }) => warm / rows),
      ],
    ),
  );
  const purposes = [...new Set(reports.flatMap(({ accounts }) => accounts.map(([purpose]) => purpose)))];
  print("\nbytes per entry by purpose, after all queries\n");
  print(
    markdownTable(
      ["entries", ...sizes],
      [
        ...purposes.map((purpose) => line(purpose, (report) => bytesFor(report, [purpose]) / report.rows)),
        line("derived data, % of columns and ids", (report) => {
          return (100 * bytesFor(report, INDEX_PURPOSES)) / bytesFor(report, COLUMNS_AND_IDS);
        }),
      ],
    ),
  );
  for (const [title, key] of [
    ["reading entries", "reading"],
    ["rollups warm", "withRollups"],
  ] as const) {
    print(`\n${title}, one thread, median milliseconds\n`);
    print(
      markdownTable(
        ["query", ...sizes],
        QUERIES.map((query) => line(`${query.name} ${query.title}`, (report) => report[key][query.name] ?? null)),
      ),
    );
  }
}

function bytesFor({ accounts }: ScaleReport, purposes: readonly string[]): number {
  return sum(accounts.map(([purpose, bytes]) => (purposes.includes(purpose) ? bytes : 0)));
}
