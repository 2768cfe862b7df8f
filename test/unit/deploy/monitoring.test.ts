import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { createMetrics } from "#src/web/metrics/metrics.js";
import { listCode, listTableRows } from "../../documents/markdown.js";

const RULES = "deploy/prometheus-rules.yml";
const NAME = /\b(?:spendcube|process|nodejs)_[a-z0-9_]+/g;

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** List the names of all series that a server may have, and those of all metrics. */
async function listNames(): Promise<{ readonly series: ReadonlySet<string>; readonly metrics: readonly string[] }> {
  const metrics = createMetrics("1");
  metrics.noteRequest({ route: "/", method: "GET", status: 200, milliseconds: 1, bytes: 1 });
  metrics.noteClusterQuery("complete", 1);
  metrics.watch({
    datasets: () => [{ name: "town", entries: 1, bytes: 1, lastModified: new Date() }],
    loads: () => ({ running: 0, waiting: 0 }),
    waiting: () => 0,
    health: () => "ok",
    server: () => ({ connections: 0, ready: { hits: 0, misses: 0, bytes: 0, bodies: 0 } }),
  });
  const text = await metrics.text();
  return {
    series: new Set(text.match(/^[a-z]\w+/gm)),
    metrics: [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!),
  };
}

function listUnknown(expressions: string, { series }: { readonly series: ReadonlySet<string> }): readonly string[] {
  return (expressions.match(NAME) ?? []).filter((name) => !series.has(name));
}

describe("monitoring", () => {
  it("alerts on metrics that there are", async () => {
    const names = await listNames();
    const expressions = readFileSync(RULES, "utf8").replaceAll(/^ *(?:#|- alert:|summary:).*$/gm, "");
    assert.ok((expressions.match(NAME) ?? []).length > 10);
    assert.deepEqual(listUnknown(expressions, names), []);
  });

  it("draws metrics that there are, and all of its own", async () => {
    const names = await listNames();
    const { panels } = JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")) as Dashboard;
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n");
    assert.deepEqual(listUnknown(expressions, names), []);
    const undrawn = names.metrics.filter((name) => name.startsWith("spendcube_") && !expressions.includes(name));
    assert.deepEqual(undrawn.toSorted(), ["spendcube_build_info", "spendcube_kernel_calls_total"]);
  });

  it("is described: every metric stands in the table of operating.md", async () => {
    const { metrics } = await listNames();
    const rows = listTableRows(readFileSync("docs/operating.md", "utf8"), "Metrics");
    const described = rows.slice(1).flatMap(([name = ""]) => listCode(name));
    const isDescribed = (name: string): boolean =>
      described.some((each) => each === name || (each.endsWith("*") && name.startsWith(each.slice(0, -1))));
    assert.deepEqual(
      metrics.filter((name) => !isDescribed(name)),
      [],
    );
    const own = described.filter((name) => !name.endsWith("*"));
    assert.deepEqual(
      own.filter((name) => !metrics.includes(name)),
      [],
    );
  });

  const promtool = spawnSync("promtool", ["--version"]).error === undefined;
  it("has rules that Prometheus accepts", { skip: promtool ? false : "promtool is not installed" }, () => {
    const { status, stderr } = spawnSync("promtool", ["check", "rules", RULES], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
});
