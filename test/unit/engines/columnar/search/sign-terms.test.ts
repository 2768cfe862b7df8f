import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { countOfTerm, mayHaveBeginning, mayHaveTerm } from "#src/core/engine/term-signature.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { readTableHeader } from "#src/engines/columnar/table/read-header.js";
import { signatureIn } from "#src/engines/columnar/table/table-header.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadVersion } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const format = columnarFormat(kernel);
const model = spendingModel();
const INVOICES = 12_000;
const WORKS = ["Common road", "Common bridge"];
const rows = Array.from({ length: INVOICES }, (_, at) => ({
  id: (0xa0000 + at).toString(16),
  paid: 1n,
  region: WORKS[at % 2]!,
}));

describe("the words of a table with more of them than are counted", async () => {
  const engine = await loadVersion(format, model, rows);
  const { header, parts } = format.serialize(engine);
  const lengths = parts.map(({ length }) => length);
  const signature = engine.signature!;

  it("are all known, and those of its small dimensions are counted", () => {
    assert.ok(rows.every(({ id }) => mayHaveTerm(signature, id) && mayHaveBeginning(signature, id.slice(0, 4))));
    assert.deepEqual(countOfTerm(signature, "road"), { entries: INVOICES / 2, tokens: 2, isExact: true });
    assert.equal(countOfTerm(signature, "a0077"), null);
    const others = rows.map(({ id }) => id.replace("a", "o"));
    assert.ok(others.filter((other) => mayHaveTerm(signature, other)).length < INVOICES / 50);
  });

  it("are stored with it", () => {
    assert.deepEqual(signatureIn(readTableHeader(model, header, lengths)), signature);
  });

  it("are not those of all dimensions for a program that knows no filters", () => {
    assert.ok(!("signature" in (header as object)));
  });

  it("are refused where they are damaged", () => {
    const { filtered } = header as { filtered: object };
    const damages = [
      { filter: new Uint8Array(0) },
      { filter: new Uint8Array(6) },
      { terms: undefined },
      { dimensions: 0 },
    ];
    for (const damage of damages) {
      const damaged = { ...(header as object), filtered: { ...filtered, ...damage } };
      assert.throws(() => readTableHeader(model, damaged, lengths), DamagedStore, JSON.stringify(damage));
    }
  });
});
