import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { entryInput, type Row, spendingModel } from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

function yearsOf(rows: readonly Row[], model = spendingModel()): readonly string[] {
  const builder = columnarFormat(kernel).build(model, null, 1);
  for (const row of rows) builder.write([entryInput(row)]);
  const engine = builder.finish().engine as ColumnarEngine;
  const years = engine.listYears();
  engine.dispose();
  return years;
}

describe("the years of a table", () => {
  it("are those of its dates, each once and ascending", () => {
    const dates = ["2021-12-31", "2009-01-01", "2021-01-01", "0987-06-05", "1999-12-31"];
    const rows = dates.map((date, at): Row => ({ id: `${at}`, paid: 1n, date }));
    assert.deepEqual(yearsOf(rows), ["0987", "1999", "2009", "2021"]);
  });

  it("are none without entries", () => assert.deepEqual(yearsOf([]), []));
});
