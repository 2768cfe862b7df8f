import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load, smallModel } from "./collect.js";

const HEADER = "No,Name,Amount,Date\n";
const COMPOSED = "Caf\u00e9";
const DECOMPOSED = "Cafe\u0301";

/** Load rows; return the warnings about Unicode forms. */
async function warningsOf(csv: string, model = smallModel()): Promise<readonly string[]> {
  const { report } = await load(HEADER + csv, { model });
  return report.warnings.filter((each) => each.includes("NFC"));
}

describe("names in another Unicode form than NFC", () => {
  it("are those of the members with the same name in NFC, and the load says how many rows were joined", async () => {
    const csv = `1,${COMPOSED},1,2012\n2,${DECOMPOSED},2,2012\n3,${DECOMPOSED},4,2012\n4,b,8,2012\n`;
    const { entries } = await load(HEADER + csv);
    assert.deepEqual(
      entries.map(({ members }) => members[1]![0]),
      [COMPOSED, COMPOSED, COMPOSED, "b"],
    );
    assert.deepEqual(await warningsOf(csv), [
      `"name": 2 rows have names in another Unicode form (not NFC), and are joined with the same name in NFC: "${COMPOSED}"`,
    ]);
  });

  it("are counted in each dimension, with some of the names", async () => {
    const csv = [1, 2, 3, 4, 5].map((at) => `o\u0308${at},u\u0308${at % 4},1,2012\n`).join("");
    assert.deepEqual(await warningsOf(csv), [
      '"number": 5 rows have names in another Unicode form (not NFC), and are joined with the same name in NFC: "\u00f61", "\u00f62", "\u00f63" …',
      '"name": 5 rows have names in another Unicode form (not NFC), and are joined with the same name in NFC: "\u00fc1", "\u00fc2", "\u00fc3" …',
    ]);
    assert.deepEqual(await warningsOf(`1,o\u0308,1,2012\n2,a,1,2012\n`), [
      '"name": 1 row has a name in another Unicode form (not NFC), and is joined with the same name in NFC: "\u00f6"',
    ]);
  });

  it("are not mentioned if there are none", async () => {
    assert.deepEqual(await warningsOf(`1,${COMPOSED},1,2012\n\u0439,\ud55c \u4e00 \u03ac \ufb01,1,2012\n`), []);
  });

  it("keep entries apart whose keys are written in two forms, as their ids are of what is written", async () => {
    const { entries, report } = await load(`${HEADER}${COMPOSED},a,1,2012\n${DECOMPOSED},a,2,2012\n`);
    assert.deepEqual([report.entriesCreated, report.rowsRepeated], [2, 0]);
    assert.deepEqual(
      entries.map(({ members }) => members[0]![0]),
      [COMPOSED, COMPOSED],
    );
    const { entries: alone } = await load(`${HEADER}${COMPOSED},a,1,2012\n`);
    assert.equal(entries[0]!.id, alone[0]!.id);
    assert.notEqual(entries[1]!.id, alone[0]!.id);
  });

  it("are composed in constants and defaults, too", async () => {
    const model = smallModel({
      name: { type: "attribute", column: "Name", datatype: "string", default_value: DECOMPOSED },
      kind: { type: "attribute", datatype: "constant", constant: DECOMPOSED },
    });
    const { entries } = await load(`${HEADER}1,,1,2012\n2,${COMPOSED},1,2012\n`, { model });
    for (const { members } of entries) assert.deepEqual([members[1]![0], members.at(-1)![0]], [COMPOSED, COMPOSED]);
  });

  it("are those of columns, too, unless the header has both", async () => {
    const model = smallModel({ name: { type: "attribute", column: COMPOSED } });
    const namesIn = async (header: string): Promise<unknown> => {
      const { entries } = await load(`${header}\n1,a,b,1,2012\n`, { model });
      return entries[0]!.members[1]![0];
    };
    assert.equal(await namesIn(`No,${DECOMPOSED},Other,Amount,Date`), "a");
    assert.equal(await namesIn(`No,${DECOMPOSED},${COMPOSED},Amount,Date`), "b");
  });

  it("are no two labels of one code", async () => {
    const model = smallModel({
      name: { type: "compound", attributes: { name: { column: "No", datatype: "id" }, label: { column: "Name" } } },
      row: { type: "attribute", column: "(row number)", key: true },
    });
    const { entries } = await load(`${HEADER}1,${COMPOSED},1,2012\n1,${DECOMPOSED},2,2012\n`, { model });
    assert.equal(entries.length, 2);
    assert.deepEqual(
      entries.map(({ members }) => members[1]),
      [
        ["1", COMPOSED],
        ["1", COMPOSED],
      ],
    );
    assert.deepEqual(await warningsOf(`1,${COMPOSED},1,2012\n1,${DECOMPOSED},2,2012\n`, model), []);
  });
});
