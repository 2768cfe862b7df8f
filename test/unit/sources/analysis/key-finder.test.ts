import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { analyse } from "./table.js";

/** The headings of the columns that tell the rows of a table apart. */
async function keyOf(header: string, rows: readonly (readonly (string | number)[])[]): Promise<readonly string[]> {
  const { key, columns } = await analyse(`${header}\n${rows.map((row) => row.join(";")).join("\n")}\n`);
  return key.map((index) => columns[index]!.heading);
}

describe("the key of a table", () => {
  it("is a minimal unique set, as counting confirms", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      let state = seed;
      const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
      const widths = Array.from({ length: 5 }, () => 1 + random(4));
      const rows = Array.from({ length: 2 + random(12) }, () => widths.map((width) => `v${random(width)}`));
      const header = "a;b;c;d;e";
      const found = await keyOf(header, rows);
      const isKey = (columns: readonly string[]): boolean => {
        const at = columns.map((column) => header.split(";").indexOf(column));
        return new Set(rows.map((row) => at.map((each) => row[each]).join(";"))).size === rows.length;
      };
      if (found.length === 0) assert.ok(!isKey(header.split(";")), `seed ${seed}`);
      else {
        assert.ok(isKey(found), `seed ${seed}`);
        for (const each of found) assert.ok(!isKey(found.filter((other) => other !== each)), `seed ${seed}`);
      }
    }
  });

  it("prefers dates and codes to names, and names to numbers; excludes amounts and times of day", async () => {
    const rows = Array.from({ length: 24 }, (_, at) => [
      `2014-01-${10 + (at % 12)}`,
      at < 12 ? "K1" : "K2",
      at < 12 ? "Kind one" : "Kind two",
      at < 12 ? 10 : 20,
      `${at}.25`,
    ]);
    const header = "Day;Kind;Name;Level;Amount";
    assert.deepEqual(await keyOf(header, rows), ["Day", "Kind"]);
    const nameless = rows.map(([day, , name, level, amount]) => [day!, name!, level!, amount!]);
    assert.deepEqual(await keyOf("Day;Name;Level;Amount", nameless), ["Day", "Name"]);
    const many = Array.from({ length: 60 }, (_, at) => [`1${at % 9}.03.2023`, "Roads", `Work ${at}`, `${at}.5`]);
    assert.deepEqual(await keyOf("Date;Department;Purpose;Amount", many), ["Purpose"]);
    const numbered = rows.map(([day, , , level, amount]) => [day!, level!, amount!]);
    assert.deepEqual(await keyOf("Day;Level;Amount", numbered), ["Day", "Level"]);
    const timed = rows.map(([, kind], at) => [`${10 + at}/03/2014 10:${at}`.slice(0, 16), kind!, `${at}.5`]);
    assert.deepEqual(await keyOf("When;Kind;Amount", timed), []);
  });

  it("of payments without a number has what tells two of one day apart, beside the day", async () => {
    const rows = Array.from({ length: 6 }, (_, at) => [
      `1${at}.03.2023`,
      at % 2 ? "Roads" : "Schools",
      `Work ${at}`,
      `${at}.5`,
    ]);
    assert.deepEqual(await keyOf("Date;Department;Purpose;Amount", rows), ["Date", "Department", "Purpose"]);
    const numbered = rows.map(([day, department, , amount], at) => [day!, department!, `K-${at}`, amount!]);
    assert.deepEqual(await keyOf("Date;Department;Code;Amount", numbered), ["Date", "Department", "Code"]);
    const years = rows.map(([, , purpose, amount], at) => [2000 + at, purpose!, amount!]);
    assert.deepEqual(await keyOf("Year;Note;Amount", years), ["Year"]);
  });

  it("has no amounts among which are other texts", async () => {
    const rows = Array.from({ length: 6 }, (_, at) => [
      at % 2 ? "Roads" : "Schools",
      at < 2 ? `later${at}` : `${at}.5`,
    ]);
    assert.deepEqual(await keyOf("Department;Amount", rows), []);
  });

  it("is not proposed if only the beginning was read", async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `2014;K${at};n ${at % 7}`).join("\n");
    const text = `Year;Code;Name\n${rows}\n`;
    assert.equal((await analyse(text)).key.length, 1);
    assert.deepEqual((await analyse(text, { decodedBytes: 1000 })).key, []);
  });
});
