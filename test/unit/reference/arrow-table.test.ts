import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Data, type Table, tableFromIPC, tableToIPC } from "apache-arrow";
import { arrowTable } from "../../reference/arrow-table.js";
import { columnarFormat } from "#src/columnar/format.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import type { Entry } from "#src/engine/entry.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Dimension } from "#src/model/cube.js";
import type { Value } from "#src/model/values/value.js";
import { entriesOf, loadRows, SAMPLE } from "../../contract/sample.js";
import { entryInput, type Row, spendingModel } from "../../fixtures.js";

const kernel = Kernel.start();
after(() => kernel.close());

const model = spendingModel();
const WIDE: readonly Row[] = [...SAMPLE, { id: "f", paid: 10n ** 40n }, { id: "0", paid: -(10n ** 40n) + 1n }];

const TABLES: Readonly<Record<string, () => ColumnarEngine>> = {
  "of one memory": () => loadRows(columnarFormat(kernel), model, SAMPLE) as ColumnarEngine,
  "of several memories": () => loadRows(columnarFormat(kernel, 512), model, SAMPLE) as ColumnarEngine,
  "of amounts in limbs": () => loadRows(columnarFormat(kernel), model, WIDE) as ColumnarEngine,
  "of two sources": () => {
    const first = loadRows(columnarFormat(kernel), model, SAMPLE);
    const builder = columnarFormat(kernel).build(model, first, 2);
    builder.write([entryInput({ id: "f", paid: 1n, rate: 3 })]);
    const second = builder.finish().engine as ColumnarEngine;
    first.dispose();
    return second;
  },
  "of nothing": () => loadRows(columnarFormat(kernel), model, []) as ColumnarEngine,
};

/** A row of a table of Arrow as the engine gives it. */
function entryAt(table: Table, row: number, source: number): unknown {
  const get = (name: string): unknown => table.getChild(name)!.get(row);
  return {
    id: Buffer.from(get("id") as Uint8Array).toString("hex"),
    source: table.getChild("source") ? get("source") : source,
    members: model.dimensions.map((dimension) => valuesOf(dimension, get(dimension.name))),
    amounts: model.measures.map(({ name }) => {
      const { metadata } = table.schema.fields.find((field) => field.name === name)!;
      return { unscaled: amountOf(get(name), metadata), scale: Number(metadata.get("scale")) };
    }),
  };
}

function valuesOf({ kind, attributes }: Dimension, member: unknown): readonly Value[] {
  if (kind === "attribute") return [member as Value];
  return attributes.map(({ name }) => (member as Record<string, Value>)[name]!);
}

function amountOf(value: unknown, metadata: ReadonlyMap<string, string>): bigint {
  if (typeof value !== "object") return BigInt(value as number | bigint);
  const limbs = Object.values((value as { toJSON(): Record<string, bigint> }).toJSON());
  return limbs.reduce((sum, limb, at) => sum + (BigInt(limb) << BigInt(at * Number(metadata.get("limb_bits")))), 0n);
}

function visible({ members, ...entry }: Entry): unknown {
  const none = model.dimensions.map(({ attributes }) => attributes.map(() => null));
  return { ...entry, members: members.map((member, at) => member?.values ?? none[at]) };
}

/** Every buffer of some data, those of its dictionary and its children included. */
function buffersOf(data: Data): ArrayBufferLike[] {
  const parts: readonly (ArrayBufferView | undefined)[] = [data.valueOffsets, data.values, data.nullBitmap];
  const own = parts.flatMap((part) => (part && part.byteLength > 0 ? [part.buffer] : []));
  const inner = [...data.children, ...(data.dictionary?.data ?? [])];
  return [...own, ...inner.flatMap(buffersOf)];
}

for (const [name, load] of Object.entries(TABLES)) {
  describe(`a table of Arrow ${name}`, () => {
    it("has the entries, also after it was written and read by Arrow", async () => {
      const engine = load();
      const table = arrowTable(engine.table);
      const entries = await entriesOf(engine);
      const source = entries[0]?.source ?? 0;
      for (const each of [table, tableFromIPC(tableToIPC(table))]) {
        assert.equal(each.numRows, entries.length);
        assert.deepEqual(
          entries.map((_, row) => entryAt(each, row, source)),
          entries.map(visible),
        );
      }
      engine.dispose();
    });

    it("has its bytes where the table has them", () => {
      const engine = load();
      const { memories, sources } = engine.table;
      const own = new Set<ArrayBufferLike>(memories.map(({ memory }) => memory.buffer));
      for (const batch of arrowTable(engine.table).batches) {
        const buffers = buffersOf(batch.data);
        // Ids of sources are not among the table's bytes.
        const others = buffers.filter((buffer) => !own.has(buffer));
        assert.ok(buffers.length > 20 || batch.numRows === 0);
        assert.ok(others.length <= (sources.codes ? 1 : 0));
      }
      engine.dispose();
    });
  });
}
