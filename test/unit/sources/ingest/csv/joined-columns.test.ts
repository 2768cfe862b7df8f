import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load, smallModel } from "../collect.js";

/** Load with a dimension whose name is read from `column`, and return the names of the entries. */
async function namesOf(column: string, text: string): Promise<readonly unknown[]> {
  const line = { type: "compound", attributes: { name: { column }, label: { column: "Name" } } };
  const model = smallModel({ line });
  const { entries } = await load(text, { model });
  const { index, identity } = model.dimensions.find(({ name }) => name === "line")!;
  return entries.map(({ members }) => members[index]![identity.index]);
}

describe("a joined column", () => {
  it("has the cells of its columns, joined by hyphens, and is empty if they are", async () => {
    const text = "No,Ch,Ln,Name,Amount,Date\n1, 01 ,2,a,1,2012\n2,02,,b,1,2012\n3,,,c,1,2012\n";
    assert.deepEqual(await namesOf("(Ch + Ln)", text), ["01-2", "02-", ""]);
  });

  it("gives way to a column of that name", async () => {
    assert.deepEqual(await namesOf("(Ch + Ln)", "No,(Ch + Ln),Name,Amount,Date\n1,x,a,1,2012\n"), ["x"]);
  });

  it("finds the delimiter by the columns that it is made of", async () => {
    assert.deepEqual(await namesOf("(Ch + Ln)", "No;Ch;Ln;Name;Amount;Date\n1;1;2;a,b,c,d,e,f,g;1;2012\n"), ["1-2"]);
  });

  it("is refused if one of its columns is missing, which is named", async () => {
    await assert.rejects(
      namesOf("(Ch + Ln)", "No,Ch,Name,Amount,Date\n1,2,a,1,2012\n"),
      /The header has no column "Ln"/,
    );
  });
});
