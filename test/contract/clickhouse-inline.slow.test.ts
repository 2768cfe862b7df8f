import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { InlineRules } from "#src/engines/clickhouse/writing/choose-inline.js";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { explainEntriesDamage } from "#src/engines/clickhouse/table/check-version.js";
import { inlineColumns } from "#src/engines/clickhouse/table/inline-columns.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { foldCase } from "#src/core/engine/fold-case.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { readTokens } from "#src/core/query/text/tokens.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { parameters } from "#src/core/query/parameters.js";
import { withoutIds } from "../differential/member-ids.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import { plainFormat } from "../reference/builder.js";
import { NO_CLUSTER, startCluster, type TestCluster } from "../start-clickhouse.js";
import { entriesOf, loadVersion, SAMPLE } from "./sample.js";
import { hitsOf } from "./search-suite.js";
import { openCopy } from "./serialize-suite.js";
import { bindSearch } from "../bind-search.js";

const model = spendingModel();
/** Up to four members have codes, and two have them again. */
const FEW: InlineRules = { mostMembers: 4, leastMembers: 4, share: 1 };
const ALL: InlineRules = { mostMembers: 0, leastMembers: 0, share: 0 };
const TABLE = "s00000000000e";

function rowsOf(from: number, regions: readonly string[]): readonly Row[] {
  return regions.map((region, at) => ({ id: (from + at).toString(16), paid: BigInt(from + at), region }));
}

/** Names of the inline dimensions. */
function inlineOf(engine: Engine): readonly string[] {
  return engine.report()["inline"] as readonly string[];
}

if (NO_CLUSTER) {
  describe("inline dimensions of a cluster", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  describeInline(started);
}

function describeInline({ cluster }: TestCluster): void {
  const format = clickHouseFormat(cluster, { inlineRules: FEW });

  /** Build a version; each batch is written by itself. */
  async function build(
    of: TableFormat,
    previous: Engine | null,
    source: number,
    batches: readonly (readonly Row[])[],
  ): Promise<Engine> {
    const builder = of.build(model, previous, source);
    for (const batch of batches) await builder.write(batch.map(entryInput));
    return (await builder.finish()).engine;
  }

  it("are folded and split alike here and in the cluster", async () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const texts = [
      ...ascii,
      ...ascii.map((character) => `Ab${character}9z ${character}`),
      "",
      "Straße Nr_1",
      "ΣΑΣ",
      "İi",
      "\u0301",
      "東京都",
      "a\u0308",
      "Mixed-CASE (x)",
    ];
    const rows = texts.map((region, at) => ({ id: at.toString(16), paid: 1n, region }));
    const all = clickHouseFormat(cluster, { inlineRules: ALL, nameTable: () => TABLE });
    // Some have codes before, so that their texts come from a table of their own.
    const engine = await build(all, await build(format, null, 1, [rows.slice(0, 3)]), 2, [
      rows.slice(0, 150),
      rows.slice(150),
    ]);
    const at = inlineOf(engine).length > 0 ? model.dimensions.findIndex(({ name }) => name === "region") : -1;
    const { text, folded, searched, tokens } = inlineColumns(at);
    const sql = `SELECT ${text}, ${folded}, ${searched}, ${tokens} FROM cluster('spendcube', 'spendcube', '${TABLE}')
      ORDER BY pos FORMAT JSONCompact`;
    const found: readonly (readonly unknown[])[] = await cluster.node.queryRows({ sql });
    const wanted = texts.map((region) => [
      region,
      foldCase(region),
      foldText(region),
      readTokens(foldText(region)).map((token) => token.text),
    ]);
    assert.deepEqual(found, wanted);
    engine.dispose();
    await cluster.drop(TABLE);
  });

  /** Build the same versions with the cluster and with the reference engine, and compare the entries of each. */
  async function compare(
    loads: readonly { readonly source: number; readonly batches: readonly (readonly Row[])[] }[],
  ): Promise<readonly (readonly string[])[]> {
    let [own, plain]: [Engine | null, Engine | null] = [null, null];
    const inline: (readonly string[])[] = [];
    for (const { source, batches } of loads) {
      own = await build(format, own, source, batches);
      plain = await build(plainFormat, plain, source, batches);
      assert.deepEqual(withoutIds(await entriesOf(own)), withoutIds(await entriesOf(plain)));
      const { query } = bindAggregate(model, queryParameters("drilldown=region&order=region:asc"), 1024);
      const [wanted, found] = [
        await withReader(plain, UNBOUNDED, (reader) => reader.aggregate(query)),
        await withReader(own, UNBOUNDED, (reader) => reader.aggregate(query)),
      ];
      assert.deepEqual(withoutIds(await gatherCells(found)), withoutIds(await gatherCells(wanted)));
      assert.equal(await damageOf(own), null);
      inline.push(inlineOf(own));
    }
    return inline;
  }

  async function damageOf(engine: Engine): Promise<string | null> {
    const { header } = await format.serialize(engine);
    return explainEntriesDamage(cluster, header, new AbortController().signal);
  }

  async function tablesOf(prefix: string): Promise<readonly string[]> {
    const rows = await cluster.onAll((node) =>
      node.queryRows({
        sql: "SELECT name FROM system.tables WHERE startsWith(name, {prefix:String}) ORDER BY name FORMAT JSONCompact",
        parameters: { prefix },
      }),
    );
    return rows.flat(2);
  }

  describe("inline dimensions of a cluster", () => {
    it("begin with the version that has too many members, and end with the one that has few again", async () => {
      const inline = await compare([
        { source: 1, batches: [rowsOf(0, ["North", "South"])] },
        { source: 2, batches: [rowsOf(10, ["East", "West", "\u{1F600}", "\u{FB01}", "North"])] },
        { source: 2, batches: [rowsOf(20, ["South"])] },
        { source: 1, batches: [rowsOf(0, ["South"])] },
      ]);
      // Three invoices are too many for codes again, and too few for texts.
      assert.deepEqual(inline, [[], ["invoice", "region"], ["invoice"], []]);
    });

    it("begin within a load, for the rows before, too", async () => {
      const inline = await compare([
        {
          source: 1,
          batches: [rowsOf(0, ["North", "", "South"]), rowsOf(3, ["East", "West", ""]), rowsOf(5, ["North"])],
        },
        { source: 1, batches: ["a", "b", "c", "d", "e", "f"].map((region, at) => rowsOf(at, [region])) },
      ]);
      assert.deepEqual(inline, [
        ["invoice", "region"],
        ["invoice", "region"],
      ]);
    });

    it("have codes again at the end of a load that only began with many", async () => {
      const rows = rowsOf(0, ["a", "b", "c", "d", "e"]);
      const same = rows.map((row) => ({ ...row, region: "a" }));
      const inline = await compare([{ source: 1, batches: [rows, same] }]);
      assert.deepEqual(inline, [["invoice"]]);
    });

    it("have no text in the service", async () => {
      const engine = await loadVersion(clickHouseFormat(cluster, { inlineRules: ALL }), model, SAMPLE);
      assert.deepEqual(inlineOf(engine), ["invoice", "region"]);
      const { header, parts } = await format.serialize(engine);
      const stored = JSON.stringify(header) + Buffer.concat(parts).toString();
      assert.doesNotMatch(stored, /North|South/);
      assert.match(stored, /Function 2/);
      const opened = await openCopy(format, model, { header, parts });
      assert.deepEqual(await entriesOf(opened), await entriesOf(engine));
    });

    it("have ids by the first entry that has the text", async () => {
      const engine = await build(clickHouseFormat(cluster, { inlineRules: ALL }), null, 1, [
        rowsOf(0, ["North", "South", "North", "East", "South"]),
      ]);
      const ids = (await entriesOf(engine)).map(({ members }) => members[3]!.id);
      assert.deepEqual(ids, [2, 3, 2, 5, 3]);
    });

    it("are answered although a node has lost the dictionaries of what follows from them", async () => {
      const derived = spendingModel({ letter: { type: "derived", from: "region", prefix: 1 } });
      const engine = await loadVersion(clickHouseFormat(cluster, { inlineRules: ALL }), model, SAMPLE);
      const { query } = bindAggregate(derived, queryParameters("drilldown=letter&cut=letter:S"), 1024);
      const ask = async (): Promise<unknown> =>
        gatherCells(await withReader({ engine, model: derived }, UNBOUNDED, (reader) => reader.aggregate(query)));
      const answer = await ask();
      const { table } = (engine as ClickHouseEngine).version.facts;
      for (const node of cluster.nodes) {
        const rows = await node.queryRows({
          sql: "SELECT name FROM system.dictionaries WHERE startsWith(name, {table:String}) FORMAT JSONCompact",
          parameters: { table },
        });
        assert.ok(rows.length > 0);
        for (const [name] of rows) await node.run(`DROP DICTIONARY ${name}`);
      }
      assert.deepEqual(await ask(), answer);
    });

    it("are searched for more words than are added up in nested sums, with the same scores", async () => {
      const search = async (of: TableFormat, words: number): Promise<unknown> => {
        const q = ["north", "south", ...Array.from({ length: words }, (_, at) => `w${at}`)].join(" OR ");
        const bounds = { maxClauses: 2000, maxNesting: 9 };
        const { queries } = bindSearch(model, parameters([["q", q]]), bounds);
        const engine = await loadVersion(of, model, SAMPLE);
        const found = await withReader(engine, UNBOUNDED, (reader) => reader.search(queries[0]!));
        return (await hitsOf(found)).map(({ entry, score }) => [entry.id, score]);
      };
      const expected = await search(plainFormat, 100);
      assert.equal((expected as readonly unknown[]).length, 3);
      for (const inlineRules of [ALL, FEW]) {
        assert.deepEqual(await search(clickHouseFormat(cluster, { inlineRules }), 100), expected);
      }
      await assert.rejects(search(clickHouseFormat(cluster, { inlineRules: ALL }), 1000), OverCapacity);
    });

    it("leave no tables behind if their load is abandoned", async () => {
      const own = clickHouseFormat(cluster, { inlineRules: FEW, nameTable: () => TABLE });
      const builder = own.build(model, null, 1);
      for (const region of ["a", "b", "c", "d", "e", "f", "a"]) {
        await builder.write(rowsOf(region.charCodeAt(0), [region]).map(entryInput));
      }
      assert.ok((await tablesOf(TABLE)).length > 2);
      assert.deepEqual(await builder.abandon(), { created: 6, updated: 0, repeated: 1 });
      assert.deepEqual(await tablesOf(TABLE), []);
    });

    for (const [name, statement, message] of [
      [
        "other texts",
        (table: string) => `ALTER TABLE ${table} UPDATE t3 = 'East' WHERE 1`,
        /texts that were not written/,
      ],
      ["fewer ids", (table: string) => `ALTER TABLE ${table}_n3 DELETE WHERE 1`, /instead of \d+ ids of texts/],
    ] as const) {
      it(`are damaged with ${name}`, async () => {
        const engine = await loadVersion(clickHouseFormat(cluster, { inlineRules: ALL }), model, SAMPLE);
        assert.equal(await damageOf(engine), null);
        const { table } = (engine as ClickHouseEngine).version.facts;
        await cluster.onAll((node) => node.run(statement(table), { mutations_sync: "1" }));
        assert.match((await damageOf(engine))!, message);
      });
    }
  });
}
