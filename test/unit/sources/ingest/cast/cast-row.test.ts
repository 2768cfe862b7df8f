import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { planRow } from "#src/sources/ingest/cast/cast-row.js";
import { type BoundColumns, mappedColumns } from "#src/sources/ingest/csv/columns.js";
import { planMending } from "#src/sources/ingest/csv/mend-record.js";
import type { Model } from "#src/core/model/cube.js";
import { load, smallModel, summary } from "../collect.js";

describe("values", () => {
  it("are unchanged texts, trimmed numbers and trimmed dates", async () => {
    const { entries } = await load("No,Name,Amount,Date\n 1 , a , 1 , 2012 \n");
    assert.deepEqual(entries.map(summary), [" 1   a  2012-01-01 1"]);
  });

  it("follow the decimal comma of a model and the format of a field", async () => {
    const time = { type: "date", column: "Date", datatype: "date", format: "%d.%m.%Y" };
    const model = smallModel({ time }, { decimal: ",", thousands: "." });
    const { entries } = await load("No;Name;Amount;Date\n1;a;149.637,17;1.4.2008\n", { model });
    assert.deepEqual(entries.map(summary), ["1 a 2008-04-01 149637.17"]);
  });

  it("of a number attribute are refused if a double would change them", async () => {
    const model = smallModel({ code: { type: "attribute", column: "Code", datatype: "float" } });
    const codes = [
      "12345678901234567",
      "12345678901234568",
      "9007199254740993",
      "0.30000000000000004",
      "123456789012345.6",
    ];
    const rows = codes.map((code, at) => `${at},a,90071992547409.93,2012-01-01,${code}\n`);
    const remedy = 'has more digits than the number of an attribute keeps; write "datatype": "string" for all of them';
    await assert.rejects(load(`No,Name,Amount,Date,Code\n${rows.join("")}`, { model }), ({ message }: Error) => {
      assert.match(message, /^2 of 5 rows cannot be loaded/);
      for (const code of [codes[0], codes[2]]) assert.ok(message.includes(`"${code}" ${remedy}`), message);
      return true;
    });
  });

  it("of a date include all its attributes", async () => {
    const { entries } = await load("No,Name,Amount,Date\n1,a,1,2009-03-02\n");
    const expected = ["2009-03-02", "2 March 2009", "2009", "1", "03", "10", "02", "200903"];
    assert.deepEqual(entries[0]!.members[2], expected);
  });

  it("of a compound dimension come from several columns, constants and defaults", async () => {
    const model = smallModel({
      to: {
        type: "compound",
        attributes: {
          name: { column: "Name", datatype: "id", default_value: "(not given)" },
          label: { column: "Label", default_value: "Not given" },
          rate: { column: "Rate", datatype: "float" },
          since: { column: "Since", datatype: "date" },
          level: { constant: "2", datatype: "constant" },
        },
      },
    });
    const header = "No,Name,Amount,Date,Label,Rate,Since\n";
    const rows = "1,Ä B,1,2012,A b,1.25,2001-02\n2, ,1,2012,,,\n";
    const { entries } = await load(header + rows, { model });
    assert.deepEqual(
      entries.map(({ members }) => members[3]),
      [
        ["a-b", "A b", 1.25, "2001-02-01", "2"],
        ["not-given", "Not given", null, null, "2"],
      ],
    );
  });

  it("are missing if a number, or a date other than time, may be empty and is", async () => {
    const model = smallModel({
      ends: { type: "date", column: "Ends", datatype: "date" },
      rate: { type: "attribute", column: "Rate", datatype: "float" },
    });
    const { entries } = await load("No,Name,Amount,Date,Ends,Rate\n1,a,1,2012,,\n", { model });
    assert.deepEqual(entries[0]!.members.slice(3), [Array.from({ length: 8 }, () => null), [null]]);
  });

  it("are usually the same object in rows with equal cells", async () => {
    const { entries } = await load("No,Name,Amount,Date\n1,a,1,2012\n2,b,1,2013\n3,a,1,2012\n");
    assert.equal(entries[0]!.members[1], entries[2]!.members[1]);
    assert.equal(entries[0]!.members[2], entries[2]!.members[2]);
  });
});

describe("the cache of members", () => {
  const attributes = {
    name: { column: "A" },
    label: { column: "B" },
    size: { column: "C", datatype: "float", default_value: "0" },
  };
  const model = smallModel({
    number: { type: "attribute", column: "A", key: true, default_value: "" },
    name: { type: "attribute", column: "B" },
    amount: { type: "measure", column: "C", datatype: "float" },
    time: { type: "date", column: "D", datatype: "date" },
    both: { type: "compound", attributes },
    swapped: { type: "compound", attributes: { name: { column: "B" }, label: { column: "A" } } },
    slug: { type: "attribute", column: "A", datatype: "id", default_value: "none" },
  });
  const cell = fc.constantFrom("", " ", "1", "11", "1:1", "2:", "a", "A", "2012", "\0", "11:1");
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 });

  it("does not change the result", () =>
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 3 }), (rows, limit) => {
        const casting = planRow(model, columnsOf(model), limit);
        for (const [row, record] of rows.entries()) {
          const alone = planRow(model, columnsOf(model))(record, row);
          assert.deepEqual(casting(record, row), alone);
        }
      }),
    ));

  it("keeps the columns of a dimension apart", () => {
    const casting = planRow(model, columnsOf(model));
    const both = (record: string[]) => (casting(record, 1) as EntryInput).members[3];
    assert.deepEqual(both(["1", "1:2", "3", "2012"]), ["1", "1:2", 3]);
    assert.deepEqual(both(["11", ":2", "3", "2012"]), ["11", ":2", 3]);
    assert.deepEqual(both(["1", "1:", "23", "2012"]), ["1", "1:", 23]);
  });
});

function columnsOf(model: Model): BoundColumns {
  const header = [...mappedColumns(model)].toSorted();
  return {
    positions: new Map(header.map((column, at) => [column, at])),
    header,
    make: null,
    derivedFrom: [],
    tidy: null,
    mending: planMending({ cells: header }),
  };
}
