import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Engine } from "#src/core/engine/engine.js";
import { batchOf } from "#src/core/engine/row-batch.js";
import type { TableFormat, WrittenVersion } from "#src/core/engine/storage.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { rowModel } from "#src/core/model/row-model.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { entryInput, type Row, spendingModel } from "../fixtures.js";
import { entriesOf, loadVersion } from "./sample.js";

const model = spendingModel();

/** List the entries as `invoice=cents`. */
async function amountsOf(engine: Engine): Promise<string[]> {
  const entries = await entriesOf(engine);
  return entries.map(({ members, amounts }) => `${members[2]!.values[0]}=${amounts[0]!.unscaled}`);
}

/** Test the builders of a format. */
export function describeBuilders(name: string, format: TableFormat): void {
  const load = (rows: readonly Row[]): Promise<Engine> => loadVersion(format, model, rows);

  async function build(previous: Engine | null, source: number, rows: readonly Row[]): Promise<WrittenVersion> {
    const builder = format.build(model, previous, source);
    for (const row of rows) await builder.write([entryInput(row)]);
    return builder.finish();
  }

  describe(`${name}: a builder`, () => {
    it("counts new, replaced and repeated entries", async () => {
      const first = await build(null, 1, [{ id: "a", paid: 1n }]);
      const { engine: _, ...counts } = await build(first.engine, 2, [
        { id: "a", paid: 2n },
        { id: "b", paid: 3n },
        { id: "b", paid: 4n },
        { id: "a", paid: 5n },
      ]);
      assert.deepEqual(counts, { created: 1, updated: 1, repeated: 2 });
    });

    it("counts over all batches, and reports the counts when it is abandoned", async () => {
      const before = await load([{ id: "a", paid: 1n }]);
      const builder = format.build(model, before, 2);
      await builder.write([]);
      await builder.write(["a", "b", "c"].map((id) => entryInput({ id, paid: 2n })));
      await builder.write(["c", "d"].map((id) => entryInput({ id, paid: 3n })));
      assert.deepEqual(await builder.abandon(), { created: 3, updated: 1, repeated: 1 });
      assert.deepEqual(await amountsOf(before), ["a=1"]);
    });

    it("reports each row with the id of an earlier one, with the numbers and amounts of both", async () => {
      const repeats: unknown[] = [];
      const before = await load([{ id: "a", paid: 1n }]);
      const builder = format.build(model, before, 2, {
        onRepeat: ({ entry, earlier: { row, amounts } }) =>
          repeats.push([entry.row, row, amounts.map(decimalText), entry.amounts.map(decimalText)]),
      });
      const rows = ["a", "b", "a", "b", "a"].map((id, at) => ({
        ...entryInput({ id, paid: BigInt(at) }),
        row: at + 1,
      }));
      await builder.write(rows.slice(0, 3));
      await builder.write(rows.slice(3));
      await builder.abandon();
      const amounts = (at: number): readonly string[] => rows[at]!.amounts.map(decimalText);
      assert.deepEqual(repeats, [
        [3, 1, amounts(0), amounts(2)],
        [4, 2, amounts(1), amounts(3)],
        [5, 3, amounts(2), amounts(4)],
      ]);
    });

    it("keeps the first row of an id if asked to", async () => {
      const builder = format.build(model, null, 1, { keepFirst: true });
      await builder.write(["a", "b", "a"].map((id, at) => entryInput({ id, paid: BigInt(at + 1) })));
      const { engine, ...counts } = await builder.finish();
      assert.deepEqual(counts, { created: 2, updated: 0, repeated: 0 });
      assert.deepEqual(await amountsOf(engine), ["a=1", "b=2"]);
    });

    it("lists members about which rows disagree, with what they cover", async () => {
      const builder = format.build(model, null, 1);
      const rows = [
        { id: "a", paid: 1n, code: "1", function: "One" },
        { id: "b", paid: 2n, code: "1", function: "Uno" },
        { id: "c", paid: 4n, code: "2", function: "Two" },
        { id: "d", paid: 8n, code: "1", function: "Uno" },
      ];
      for (const row of rows) await builder.write([entryInput(row)]);
      const found = await builder.disagreements();
      await builder.abandon();
      const label = found.find(({ attribute }) => attribute === "label")!;
      assert.deepEqual([label.members, label.entries, decimalText(label.amount)], [1, 3, "0.11"]);
      assert.deepEqual([label.worst.identity, label.worst.values, label.worst.numValues], ["1", ["One", "Uno"], 2]);
    });

    it("compares rows with those of other sources that stay, and not with those that go", async () => {
      const { engine: before } = await build(null, 1, [{ id: "a", paid: 1n, code: "1", function: "One" }]);
      const disagreements = async (source: number): Promise<number> => {
        const builder = format.build(model, before, source);
        await builder.write([entryInput({ id: "b", paid: 2n, code: "1", function: "Uno" })]);
        const found = await builder.disagreements();
        await builder.abandon();
        return found.filter(({ attribute }) => attribute === "label").length;
      };
      assert.deepEqual([await disagreements(2), await disagreements(1)], [1, 0]);
    });

    it("gives rows the ids that a batch has for them, and others those of their keys", async () => {
      const rows = ["a", "b", "a"].map((id, at) => entryInput({ id, paid: BigInt(at + 1) }));
      const given = "0123456789".repeat(4);
      const load = async (previous: Engine | null): Promise<WrittenVersion> => {
        const builder = format.build(model, previous, 1);
        await builder.writeRows({ ...batchOf(rows), ids: [null, null, given] });
        return builder.finish();
      };
      const first = await load(null);
      const { engine, created, updated, repeated } = await load(first.engine);
      assert.deepEqual([first.created, created, updated, repeated], [3, 0, 3, 0]);
      const idOf = planEntryId(rowModel(model));
      assert.deepEqual(
        (await entriesOf(engine)).map(({ id }) => id),
        [idOf(rows[0]!), idOf(rows[1]!), given],
      );
    });

    it("replaces an entry by the last row with its id", async () => {
      const { engine } = await build(null, 1, [
        { id: "a", paid: 1n },
        { id: "b", paid: 2n },
        { id: "a", paid: 3n },
      ]);
      assert.deepEqual(await amountsOf(engine), ["a=3", "b=2"]);
    });

    it("does not change the previous version", async () => {
      const before = await load([{ id: "a", paid: 1n, code: "1" }]);
      await build(before, 2, [
        { id: "a", paid: 2n, code: "1", function: "Other" },
        { id: "b", paid: 3n },
      ]);
      const [entry, ...others] = await entriesOf(before);
      assert.deepEqual(
        [others.length, entry!.amounts[0]!.unscaled, entry!.members[5]!.values[1]],
        [0, 1n, "Function 1"],
      );
    });

    it("drops entries that a reloaded source no longer has, and keeps those of other sources", async () => {
      const one = (
        await build(null, 1, [
          { id: "a", paid: 1n },
          { id: "b", paid: 2n },
        ])
      ).engine;
      const two = (await build(one, 2, [{ id: "c", paid: 3n }])).engine;
      const again = (await build(two, 1, [{ id: "b", paid: 4n }])).engine;
      assert.deepEqual(await amountsOf(again), ["b=4", "c=3"]);
    });

    it("lets an entry belong to the source that wrote it last", async () => {
      const one = (await build(null, 1, [{ id: "a", paid: 1n }])).engine;
      const two = (await build(one, 2, [{ id: "a", paid: 2n }])).engine;
      const again = (await build(two, 1, [])).engine;
      const [entry] = await entriesOf(again);
      assert.deepEqual([entry!.source, entry!.amounts[0]!.unscaled], [2, 2n]);
    });

    it("takes a member's attributes from the last row", async () => {
      const { engine } = await build(null, 1, [
        { id: "a", paid: 1n, code: "1", function: "First" },
        { id: "b", paid: 1n, code: "1", function: "Last" },
      ]);
      const entries = await entriesOf(engine);
      assert.deepEqual(
        entries.map(({ members }) => members[5]!.values[1]),
        ["Last", "Last"],
      );
    });

    it("takes a member's attributes from the last row even if rows share their objects", async () => {
      const [first, other] = ["First", "Other"].map((name) =>
        entryInput({ id: "", paid: 1n, code: "1", function: name }),
      );
      const builder = format.build(model, null, 1);
      for (const [at, { members }] of [first!, other!, first!, other!, first!].entries()) {
        await builder.write([{ ...entryInput({ id: String(at), paid: 1n }), members }]);
      }
      const entries = await entriesOf((await builder.finish()).engine);
      assert.deepEqual(new Set(entries.map(({ members }) => members[5]!.values[1])), new Set(["First"]));
    });

    it("drops members that no entry has any more", async () => {
      const one = (
        await build(null, 1, [
          { id: "a", paid: 1n, region: "North" },
          { id: "b", paid: 1n, region: "South" },
        ])
      ).engine;
      const [entry] = await entriesOf((await build(one, 1, [{ id: "b", paid: 1n, region: "South" }])).engine);
      const { id, values } = entry!.members[3]!;
      assert.ok(id > 0);
      assert.deepEqual(values, ["South"]);
    });
  });
}
