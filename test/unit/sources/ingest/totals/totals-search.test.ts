import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { explainDiffering, explainTotals } from "#src/sources/ingest/totals/explain-totals.js";
import { type FileTotals, TotalsSearch } from "#src/sources/ingest/totals/totals-search.js";
import { parseTableRules } from "#src/core/model/parse/table-rules.js";
import type { TableRules } from "#src/core/model/table-rules.js";
import { PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";

describe("the search for totals", () => {
  it("finds a total without a label by several columns, and one by a word in any of many languages", () => {
    assert.deepEqual(rowsOf(search("Code,Name,1,2\n1,A,10,7\n2,B,20,5\n,,30,12")), [3]);
    for (const word of ["Усього", "合計", "Toplam", "Összesen", 'סה"כ', "Iš viso", "Parks Total", "Gesamtsumme"]) {
      assert.deepEqual(rowsOf(search(`Name,Item,1\nA,x,100.5\nA,y,200.25\n${word},,300.75`)), [3], word);
    }
  });

  it("finds the sum of all rows that is the last, whatever it is called", () => {
    assert.deepEqual(rowsOf(search("Name,1\nA,1234.5\nB,2000.25\nC,17.01\nAlles,3251.76")), [4]);
    assert.deepEqual(rowsOf(search("Kind,1\nRevenue,1234.5\nRevenue,2000.25\nRevenue,17.01\nExpenditure,3251.76")), []);
  });

  it("keeps texts that only look like totals, and texts that all end like one", () => {
    assert.deepEqual(rowsOf(search("Date,Payee,1\n1,A,10\n1,B,20\n1,TOTAL GAS LTD,31")), []);
    const rows = ["378000", "11000", "0", "389000", "600000"].map((amount, at) => `一般会計,${at},${amount}`);
    assert.deepEqual(rowsOf(search(`会計,No,1\n${rows.join("\n")}`)), []);
  });

  it("finds totals above their parts: by indented labels, by the cells that are filled, and that of all rows", () => {
    assert.deepEqual(
      rowsOf(search("Name,1\nHousing,351.5\n  Rent,100.25\n  Repairs,251.25\nRoads,90\n  Lights,60\n  Signs,30")),
      [1, 4],
    );
    assert.deepEqual(
      rowsOf(
        search(
          "Area,Item,1\nHousing,,351.5\nHousing,Rent,100.25\nHousing,Repairs,251.25\nRoads,,90\nRoads,Lights,60\nRoads,Signs,30",
        ),
      ),
      [1, 4],
    );
    assert.deepEqual(rowsOf(search("Name,1\nAll,3251.76\nA,1234.5\nB,2000.25\nC,17.01")), [1]);
  });

  it("finds totals of single rows and of mixed groups, which come to their parts together", () => {
    const found = search(
      [
        "Kind,Programme,Name,1,2",
        "line,A,x,100,90",
        "line,A,y,70,71",
        "programme,A,TOTAL OF THE PROGRAMME,70,71",
        "programme,A,TOTAL OF THE PROGRAMME,100,90",
        "line,B,x,30,20",
        "programme,B,TOTAL OF THE PROGRAMME,30,20",
        "line,C,x,1,5",
        "line,C,y,2,6",
        "line,C,x,4,7",
        "programme,C,TOTAL OF THE PROGRAMME,5,12",
        "programme,C,TOTAL OF THE PROGRAMME,2,6",
        "line,D,x,9,9",
      ].join("\n"),
    );
    assert.deepEqual(rowsOf(found), [3, 4, 6, 10, 11]);
    assert.deepEqual(explainTotals(found), [
      'the 3 rows before them come to 1: 7, 2: 18, as line 11, "TOTAL OF THE PROGRAMME", and the row after it say together',
      'the 2 rows before them come to 1: 170, 2: 161, as line 4, "TOTAL OF THE PROGRAMME", and the row after it say together',
      'the row comes to 1: 30, 2: 20, as line 7, "TOTAL OF THE PROGRAMME", says',
    ]);
  });

  it("keeps several rows that are called totals and that come to nothing together", () => {
    const names = ["TOTAL GAS", "TOTAL POWER", ...Array.from({ length: 9 }, (_, at) => `Payee ${at}`)];
    const rows = names.map((name, at) => `a,${name},${at}.5`).join("\n");
    assert.deepEqual(rowsOf(search(`Kind,Payee,1\na,x,1000.5\n${rows}`)), []);
    assert.deepEqual(rowsOf(search(`Kind,Payee,1\na,x,1000.5\n${rows}\nb,Total,1061`)), [13]);
  });

  it("finds a total with an amount in a column that no part fills, and says what is left out with it", () => {
    const table = "Area,Item,1,2,3\nA,x,10,,5\nA,y,20,,6\nA Total,,30,7.5,11\nB,x,1,,4\nB,y,2,,3\nB Total,,3,,7";
    const found = search(table);
    assert.deepEqual(rowsOf(found), [3, 6]);
    assert.deepEqual(explainTotals(found), [
      'the 2 rows come to 1: 30, 3: 11, as line 4, "A Total", says',
      'the 2 rows come to 1: 3, 3: 7, as line 7, "B Total", says',
      '1 row that is a sum has 7.5 in "2", where no row that it adds up has an amount: it is left out',
    ]);
  });

  it("leaves no amount out that rows of another group have, too", () => {
    const table = "Area,Item,1,2\nA,x,10,\nA,y,20,\nA Total,,30,5\nB,x,,4\nB,y,,3\nAll,,30,8";
    assert.deepEqual(rowsOf(search(table)), [3]);
    const sums = "Kind,Item,1,2\nOut,x,,50\nOut,y,,20\nIn,x,100,\nIn,y,30,\nTotal,,130,71";
    assert.deepEqual(rowsOf(search(sums)), []);
    assert.equal(search(sums).differing.length, 1);
  });

  it("says of a rounded total by how much it differs", () => {
    const found = search("Name,Item,1\nA,x,10.4\nA,y,20.4\nA,z,1000.4\nTotal,,1031");
    assert.deepEqual(explainTotals(found), [
      'line 5, "Total" says 1,031, rounded: the 3 rows before it come to 1,031.2, a difference of -0.2',
    ]);
  });

  it("says totals in the units of the dataset", () => {
    const rules = parseTableRules({ scale: { "Paid 1": 1000 } });
    const found = search("Name,Item,Paid 1\nA,x,10.5\nA,y,20.25\nTotal,,30.75", rules);
    assert.deepEqual(explainTotals(found), ['the 2 rows come to 30,750, as the grand total in line 4, "Total", says']);
  });

  it("names the rows that are left out for their dates, and that totals count", () => {
    const rules = parseTableRules({ leave_out: [{ column: "Day", values: ["2024-02-30"] }], scale: { "Paid 1": 10 } });
    const rows = "2024-01-01,A,1.5\n2024-02-30,A,2\n2024-03-01,A,4";
    assert.deepEqual(explainTotals(search(`Day,Name,Paid 1\n${rows}\n,Total,7.5`, rules)), [
      'the 2 rows come to 55, not to 75 as the grand total in line 5, "Total", says: line 3, with 20, is left out',
    ]);
    assert.deepEqual(explainTotals(search(`Day,Name,Paid 1\n${rows}\n2024-02-30,Total,7.5`, rules)), [
      'the 2 rows come to 55, not to 75 as the grand total in line 5, "Total", says: line 3, with 20, is left out',
    ]);
    const grouped =
      "Day,Name,Paid 1\n" + rows + "\n,Total A,7.5\n2024-02-30,B,1\n2024-04-01,B,2\n,Total B,3\n,Grand Total,10.5";
    assert.deepEqual(explainTotals(search(grouped, rules)), [
      'the 3 rows come to 75, not to 105 as the grand total in line 9, "Grand Total", says: 2 rows with 30 together are left out (line 3, line 6)',
      'the 3 rows come to 75, as line 5, "Total A", says',
      'the 2 rows come to 30, as line 8, "Total B", says',
      "sums that the file states may count what is left out: 2 rows with 30 together are left out (line 3, line 6)",
    ]);
    const nothing = "Day,Name,Paid 1\n2024-01-01,A,1.5\n2024-02-30,A,\n2024-03-01,A,4\n,Total,5.5";
    assert.match(explainTotals(search(nothing, rules)).join(), /^the 2 rows come to 55, as the grand total/);
  });

  it("compares what is left of random rows as a simple sum does", () => {
    const rules = parseTableRules({ leave_out: [{ column: "Day", values: ["2024-02-30"] }] });
    for (let seed = 1; seed <= 30; seed++) {
      const rows = Array.from({ length: 12 }, (_, at) => {
        const amount = ((seed * 7919 + at * 104_729) % 997) + 1;
        return { amount, isOut: at === 3 || (seed * at) % 5 === 1 };
      });
      const of = (part: typeof rows): string => part.reduce((sum, { amount }) => sum + amount, 0).toLocaleString("en");
      const lines = rows.map(({ amount, isOut }, at) => `2024-${isOut ? "02-30" : "01-01"},Payee ${at},${amount}`);
      const all = of(rows);
      const [text] = explainTotals(search(`Day,Name,1\n${lines.join("\n")}\n,Total,${all.replace(",", "")}`, rules));
      const left = rows.filter(({ isOut }) => !isOut);
      assert.ok(text!.startsWith(`the ${left.length} rows come to ${of(left)}, not to ${all} as `), `${seed}: ${text}`);
      assert.ok(text!.includes(`with ${of(rows.filter(({ isOut }) => isOut))}`), `${seed}: ${text}`);
    }
  });

  it("shows both numbers of a total that does not match, and leaves it in", () => {
    const found = search("Name,Item,1\nA,x,10\nA,y,20\nTotal,,31");
    assert.deepEqual(found.totals, []);
    assert.match(
      explainDiffering(found)[0]!,
      /^Line 4, "Total" says 31, but the 2 rows before it come to 30\. It is read as an entry/,
    );
  });

  it("finds a total behind many rows", () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `P${at},D${at % 7},${at % 1000}.25`);
    const sum = rows.reduce((all, row) => all + Number(row.split(",")[2]) * 4, 0) / 4;
    assert.deepEqual(rowsOf(search(`Name,Day,1\n${rows.join("\n")}\nSumme,,${sum}`)), [60_001]);
  });

  it("finds columns that repeat others: totals, balances, and thousands", () => {
    const relation = (table: string): readonly unknown[] =>
      search(table).relations.map(({ column, kind, of }) => [column, kind, of.map((each) => each.column).join()]);
    const rows = [
      [10, 3],
      [25, 40],
      [7, 1],
      [90, 30],
      [11, 12],
      [8, 4],
    ];
    const of = (heading: string, value: (a: number, b: number, at: number) => number): string =>
      `Name,1,2,${heading}\n${rows.map(([a, b], at) => `N${at},${a},${b},${value(a!, b!, at)}`).join("\n")}`;
    assert.deepEqual(relation(of("3", (a, b) => a + b)), [["3", "sum", "1,2"]]);
    assert.deepEqual(relation(of("Saldo 3", (a, b) => a - b)), [["Saldo 3", "sum", "1,2"]]);
    let left = 100;
    assert.deepEqual(relation(of("3", (a, b) => (left += a - b))), [["3", "balance", "1,2"]]);
    assert.deepEqual(relation(of("3", (a) => a * 1000)), [["1", "units", "3"]]);
    assert.deepEqual(relation(of("3", (a, _, at) => a * 2 + at)), []);
  });
});

function rowsOf({ totals }: FileTotals): readonly number[] {
  return totals.map(({ row }) => row);
}

/** Search a table; the columns whose headings have digits are amounts. */
function search(table: string, rules: TableRules | null = null): FileTotals {
  const [header, ...records] = table.split("\n").map((line) => line.split(","));
  const columns = header!.flatMap((heading, at) =>
    /\d/.test(heading) ? [{ at, heading, numbers: PLAIN_NUMBERS }] : [],
  );
  const found = new TotalsSearch(header!, columns, rules, true);
  records.forEach((record, at) => found.take(record, at + 1, at + 2));
  return found.finish();
}
