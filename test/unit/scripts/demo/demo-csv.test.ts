import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { makeDemoCsv } from "#scripts/demo/demo-csv.js";

const HEADER = "cofog_level1_code,cofog_level2_code,cap_or_cur,nuts_region,tax_year,amount";
const FIRE = "2004,UKM,Scotland,03,Public order and safety,#5762a8,03.2,Fire and rescue";

test("lines of one cell are summed up exactly, whatever their order", async () => {
  const lines = [
    "03,03.2,CUR,SCOTLAND,2004,9007199254740993.01",
    "03,03.2,CUR,SCOTLAND,2004,-0.02",
    "03,03.2,CUR,SCOTLAND,2004,0.03",
  ];
  assert.match(await make(lines), /,Current,9007199254740993\.02\n$/);
  assert.equal(await make(lines), await make(lines.toReversed()));
});

test("small and negative sums keep their zeros and their sign", async () => {
  assert.match(await make(["03,03.2,CUR,SCOTLAND,2004,0.05"]), /,0\.05\n$/);
  assert.match(await make(["03,03.2,CUR,SCOTLAND,2004,-0.05"]), /,-0\.05\n$/);
  assert.match(await make(["03,03.2,CUR,SCOTLAND,2004,-12.50"]), /,-12\.50\n$/);
});

test("a cell that sums to 0 is left out", async () => {
  const lines = ["03,03.2,CAP,SCOTLAND,2004,5.00", "03,03.2,CUR,SCOTLAND,2004,5.00", "03,03.2,CAP,SCOTLAND,2004,-5.00"];
  assert.equal(rowsOf(await make(lines)).length, 1);
  assert.match(await make(lines), /,Current,5\.00\n$/);
});

test("cells are sorted by year, region, subfunction and kind", async () => {
  const lines = [
    "03,03.2,CUR,SCOTLAND,2004,1.00",
    "03,03.2,CAP,SCOTLAND,2004,2.00",
    "01,01.1,CUR,SCOTLAND,2004,3.00",
    "03,03.2,CUR,WALES,2004,4.00",
    "03,03.2,CUR,SCOTLAND,2003,5.00",
  ];
  const amounts = rowsOf(await make(lines)).map((row) => row.split(",").at(-1));
  assert.deepEqual(amounts, ["5.00", "4.00", "3.00", "2.00", "1.00"]);
});

test("a row holds codes, labels and colours", async () => {
  const [row] = rowsOf(await make(["03,03.2,CUR,SCOTLAND,2004,1.00"]));
  assert.ok(row?.startsWith(`${FIRE},#`), row);
});

test("what has no second level goes under .0 of its first", async () => {
  const [row] = rowsOf(await make(["04,,CUR,SCOTLAND,2004,1.00"]));
  assert.match(row!, /,04,Economic affairs,#\w+,04\.0,"Economic affairs, not divided further",#/);
});

for (const { error, line, message } of [
  { error: "an unknown region", line: "03,03.2,CUR,ATLANTIS,2004,1.00", message: /Unknown nuts_region "ATLANTIS"/ },
  { error: "an unknown function", line: "11,,CUR,WALES,2004,1.00", message: /Unknown cofog_level2_code "11\.0"/ },
  { error: "an unknown kind", line: "03,03.2,LOAN,WALES,2004,1.00", message: /Unknown cap_or_cur "LOAN"/ },
  { error: "a third decimal", line: "03,03.2,CUR,WALES,2004,1.005", message: /"1\.005" is not an amount/ },
]) {
  test(`${error} is refused`, async () => {
    await assert.rejects(make(["03,03.2,CUR,SCOTLAND,2004,1.00", line]), message);
  });
}

test("another file is refused by the column that it lacks", async () => {
  await assert.rejects(make(["2004"], "year"), /There is no column "tax_year"/);
});

async function make(lines: readonly string[], header = HEADER): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "demo-"));
  try {
    await writeFile(join(folder, "data.csv.gz"), gzipSync([header, ...lines, ""].join("\r\n")));
    return await makeDemoCsv(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function rowsOf(csv: string): readonly string[] {
  return csv.trimEnd().split("\n").slice(1);
}
