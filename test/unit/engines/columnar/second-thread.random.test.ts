import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { doStep } from "#src/engines/columnar/second-thread.js";
import type { GivenStep, SecondThread, TableStep } from "#src/engines/columnar/table-step.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { entryInput, spendingModel } from "../../../fixtures.js";
import { randomRuns } from "../../../full.js";

let kernel: Kernel;
let other: Kernel;
before(() => {
  kernel = Kernel.start();
  other = Kernel.start({ module: kernel.module, spareBytes: 0 });
});
after(() => kernel.close());

const MODELS = {
  text: spendingModel(),
  number: spendingModel({
    invoice: { type: "attribute", column: "invoice", datatype: "string" },
    rate: { type: "attribute", column: "rate", datatype: "float", key: true },
  }),
  both: spendingModel({ region: { type: "attribute", column: "region", datatype: "string", facet: true, key: true } }),
};
type Key = keyof typeof MODELS;

/** Place of the number of pieces of keys that threads have begun. */
const CLAIMED = 0;

/** What becomes of a step: it ends, is not begun, fails at once, or after some ticks. */
type Fate = "ends" | "left" | "fails" | "fails later";

/** A second thread that works while it is asked, in this one. */
class Pretended implements SecondThread {
  readonly given: TableStep[] = [];
  readonly waiting = 0;
  isEnded = false;
  readonly #fates: readonly Fate[];

  constructor(fates: readonly Fate[]) {
    this.#fates = fates;
  }

  give(step: TableStep): GivenStep {
    const fate = this.#fates[this.given.length % this.#fates.length]!;
    this.given.push(step);
    let ticks = 0;
    const tick = (): void => {
      if (fate === "fails later" && ++ticks === 2) throw new Error("No more");
    };
    const attempt = (): ReturnType<GivenStep["take"]> => {
      if (fate === "left") return undefined;
      try {
        // It claims a piece that it never writes.
        if (fate === "fails" && "shared" in step) Atomics.add(step.shared.counts, CLAIMED, 1);
        if (fate === "fails") throw new Error("Nothing at all");
        return doStep(other, step, tick);
      } catch {
        return undefined;
      }
    };
    const made = attempt();
    return { take: () => made };
  }

  end(): void {
    this.isEnded = true;
  }
}

interface Publishing {
  /** Number of rows from which there is a second thread. */
  readonly from?: number;
  readonly memoryBytes?: number | undefined;
  /** What the key consists of. */
  readonly key?: Key;
  /** Rows that the source wrote before: those that it does not write again are dropped. */
  readonly earlier?: readonly EntryInput[];
}

/** Return the bytes of a table as they are published. */
function publish(entries: readonly EntryInput[], second: SecondThread | null, publishing: Publishing = {}): unknown {
  const { from = 1, memoryBytes, key = "text", earlier } = publishing;
  const starts = second ? { rows: from, start: () => second } : undefined;
  const format = columnarFormat(kernel, memoryBytes, { rows: 100, clusterRows: 8 }, undefined, starts);
  const model = MODELS[key];
  const first = earlier ? format.build(model, null, 1) : null;
  first?.write(earlier!);
  const previous = first?.finish().engine ?? null;
  const builder = format.build(model, previous, 1);
  for (let at = 0; at < entries.length; at += 10_000) builder.write(entries.slice(at, at + 10_000));
  const { engine } = builder.finish();
  previous?.dispose();
  const { header, parts } = format.serialize(engine);
  const copies = parts.map((part) => part.slice());
  engine.dispose();
  return { header: JSON.stringify(header), copies };
}

const idsOf = {
  text: planEntryId(MODELS.text),
  number: planEntryId(MODELS.number),
  both: planEntryId(MODELS.both),
};

/** @param key `null` for ids that do not follow from keys */
function rowsOf(count: number, word = "a", key: Key | null = "text", step = 1): EntryInput[] {
  return Array.from({ length: count }, (_, row) => {
    const at = row * step;
    const entry = entryInput({
      id: at.toString(16),
      paid: BigInt(at),
      rate: key === "number" ? at : at % 5,
      region: `R ${word} ${at % 7}`,
    });
    const members = entry.members.with(2, [`${word} ${at}`]);
    return { ...entry, members, id: key ? idsOf[key]({ members, amounts: entry.amounts }) : entry.id };
  });
}

describe("a second thread", () => {
  it("changes no byte of a table, whether it does its steps or not", () => {
    const fate = fc.constantFrom<Fate>("ends", "left", "fails", "fails later");
    const words = fc.constantFrom("a", "Éa b", "0", "");
    fc.assert(
      fc.property(
        fc.array(fate, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1, 700, 1500, 40_000),
        words,
        fc.constantFrom(undefined, 2 ** 16),
        fc.constantFrom<Key>("text", "text", "number", "both"),
        fc.boolean(),
        fc.boolean(),
        (fates, count, word, memoryBytes, key, isKeyed, hasEarlier) => {
          const second = new Pretended(fates);
          const rows = rowsOf(count, word, isKeyed ? key : null);
          // They come in another order.
          const earlier = hasEarlier ? { earlier: rowsOf(count, word, isKeyed ? key : null, 2).toReversed() } : {};
          const publishing = { memoryBytes, key, ...earlier };
          assert.deepEqual(publish(rows, second, publishing), publish(rows, null, publishing));
          assert.equal(second.isEnded, true);
        },
      ),
      { numRuns: randomRuns(6, 60) },
    );
  });

  it("gets the terms of dimensions with many values, and the keys of rows", () => {
    const kinds = (rows: readonly EntryInput[]): string[] => {
      const second = new Pretended(["ends"]);
      publish(rows, second);
      return second.given.map((step) => ("shared" in step ? "keys of rows" : "keys" in step ? "keys" : "terms"));
    };
    assert.deepEqual(kinds(rowsOf(1500)), ["keys", "terms"]);
    assert.deepEqual(kinds(rowsOf(1500, "a", null)), ["keys", "terms", "keys of rows"]);
    assert.deepEqual(kinds(rowsOf(33_000)), ["keys", "keys", "terms"]);
  });

  it("ends with a load that is given up", () => {
    const second = new Pretended(["ends"]);
    const format = columnarFormat(kernel, undefined, undefined, undefined, { rows: 10, start: () => second });
    const builder = format.build(MODELS.text, null, 1);
    builder.write(rowsOf(10));
    assert.equal(second.isEnded, false);
    builder.abandon();
    assert.equal(second.isEnded, true);
  });

  it("is not started for fewer rows than it is worth", () => {
    const second = new Pretended(["ends"]);
    publish(rowsOf(1500), second, { from: 1501 });
    assert.equal(second.given.length, 0);
    assert.equal(second.isEnded, false);
  });
});
