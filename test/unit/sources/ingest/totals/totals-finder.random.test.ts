import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TotalsSearch } from "#src/sources/ingest/totals/totals-search.js";
import { PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";

/** A table of nested groups, and the rows of it that add up those below them. */
interface Nested {
  readonly records: (readonly string[])[];
  readonly totals: Set<number>;
}

type Random = (below: number) => number;

const WIDTH = 2;

describe("rows that are sums of others", () => {
  const runs = Number(process.env.RANDOM_RUNS ?? 300);
  for (const place of ["below", "above"] as const) {
    it(`are found ${place} their parts in random nested tables, with labels or without, and nothing else is`, () => {
      for (let run = 0; run < runs; run++) {
        const random = randomOf(run * 2 + (place === "below" ? 1 : 2));
        const { records, totals } = place === "below" ? tableBelow(random) : tableOfCodes(random);
        assert.deepEqual(found(records), [...totals], `run ${run}: ${JSON.stringify(records)}`);
      }
    });
  }

  for (const isReversed of [false, true]) {
    it(`are found by their figures alone at any number of levels, ${isReversed ? "below" : "above"} their parts`, () => {
      for (let run = 0; run < runs; run++) {
        const { records, totals } = outline(randomOf(run + 4000), isReversed);
        const columns = run % 2 === 0 ? [1, 2] : [1];
        assert.deepEqual(found(records, columns), [...totals], `run ${run}: ${JSON.stringify(records)}`);
      }
    });
  }

  it("are none among entries of which some have the same amount", () => {
    for (let run = 0; run < runs; run++) {
      const random = randomOf(run + 9000);
      const amounts = Array.from({ length: 5 }, () => amount(random));
      const records = Array.from({ length: 4 + random(60) }, (_, at) => {
        const own = amounts[random(amounts.length)]!;
        return [`Item ${at}`, own, own];
      });
      const sums = obviousSums(records.map((record) => cents(record[1]!)));
      assert.deepEqual(found(records, [1, 2]), sums, JSON.stringify(records));
    }
  });

  it("are none where one column is a rate of the other and a row happens to be what others come to", () => {
    const amounts = [
      80_000, 40_000, 37_500, 30_000, 450_000, 450_000, 200_000, 70_000, 30_000, 100_000, 900_000, 225_000,
    ];
    const rows = amounts.map((each, at) => [`Item ${at}`, (each * 0.4298).toFixed(2), (each * 0.5702).toFixed(2)]);
    assert.deepEqual(found(rows, [1, 2]), []);
  });

  it("are none among thousands of equal entries, or of entries and their reversals", () => {
    for (const amounts of [["1234.56"], ["1234.56", "-1234.56"], ["0"]]) {
      const records = Array.from({ length: 4999 }, (_, at) => [`Item ${at}`, amounts[at % amounts.length]!]);
      assert.deepEqual(found(records, [1]), []);
    }
  });

  it("are none in random payments, whatever their payees are called", () => {
    for (let run = 0; run < runs; run++) {
      const random = randomOf(run + 77);
      const payees = ["TOTAL GAS & POWER LTD", "Spolu, o.s.", "Insgesamt gGmbH", "Summe AG", "Firm"];
      const records = Array.from({ length: 5 + random(60) }, (_, at) => {
        const day = `2024-01-${String(1 + random(28)).padStart(2, "0")}`;
        return [day, payees[random(payees.length)]!, amount(random), String(at)];
      });
      const sums = found(records, [2]);
      assert.deepEqual(sums, obviousSums(records.map((record) => cents(record[2]!))), JSON.stringify(records));
    }
  });
});

/** Find the rows that are left out. */
function found(records: readonly (readonly string[])[], at = [2, 3]): readonly number[] {
  const header = ["a", "b", "c", "d"];
  const columns = at.map((each) => ({ at: each, heading: header[each]!, numbers: PLAIN_NUMBERS }));
  const search = new TotalsSearch(header, columns, null);
  records.forEach((record, row) => search.take(record, row + 1, null));
  return search.finish().totals.map(({ row }) => row);
}

/** Return the payments that come to all before them: as good as never any. */
function obviousSums(amounts: readonly number[]): readonly number[] {
  return amounts.flatMap((own, at) => (at > 2 && own === amounts.slice(0, at).reduce((a, b) => a + b) ? [at + 1] : []));
}

/** Groups with a total below each, and one of all; a label names it, or its cells are blank. */
function tableBelow(random: Random): Nested {
  const records: (readonly string[])[] = [];
  const totals = new Set<number>();
  const hasLabels = random(2) === 0;
  const all = [0, 0];
  for (let group = 0; group < 2 + random(4); group++) {
    const sums = [0, 0];
    for (let row = 0; row < 2 + random(5); row++) {
      const amounts = [amount(random), amount(random)];
      amounts.forEach((each, at) => (sums[at]! += cents(each)));
      records.push([`Group ${group}`, `Item ${row}`, ...amounts]);
    }
    sums.forEach((sum, at) => (all[at]! += sum));
    records.push([hasLabels ? `Group ${group} Total` : "", "", ...sums.map(text)]);
    totals.add(records.length);
  }
  records.push([hasLabels ? "Всього" : "", "", ...all.map(text)]);
  totals.add(records.length);
  return { records, totals };
}

/** Groups of groups of items, all with a label of their own, with the sum of each; some groups have a single part. */
function outline(random: Random, isReversed: boolean): Nested {
  const rows: { readonly label: string; readonly sums: readonly number[]; readonly isTotal: boolean }[] = [];
  const write = (depth: number, label: string): readonly number[] => {
    const isItem = depth === 3 || (depth === 2 && random(5) === 0);
    const sums = Array.from({ length: WIDTH }, () => (isItem ? cents(amount(random)) : 0));
    const at = isReversed ? -1 : rows.push({ label, sums, isTotal: !isItem }) - 1;
    const parts = isItem ? 0 : depth === 2 && random(4) === 0 ? 1 : 2 + random(4);
    for (let part = 1; part <= parts; part++) {
      write(depth + 1, `${label} ${part}`).forEach((sum, column) => (sums[column]! += sum));
    }
    if (at < 0) rows.push({ label, sums, isTotal: !isItem });
    return sums;
  };
  for (let group = 1; group <= 2 + random(3); group++) write(1, `Part ${"abcde"[group]}`);
  const records = rows.map(({ label, sums }) => [label, ...sums.map(text)]);
  return { records, totals: new Set(rows.flatMap(({ isTotal }, at) => (isTotal ? [at + 1] : []))) };
}

/** Codes 1, 1.1, 1.1.1, each with the sum of the next. */
function tableOfCodes(random: Random): Nested {
  const records: string[][] = [];
  const totals = new Set<number>();
  const write = (code: string, depth: number): readonly number[] => {
    const own = records.push([code, `Label ${random(9)}`, "", ""]);
    const isLeaf = depth === 3;
    const sums = Array.from({ length: WIDTH }, () => (isLeaf ? cents(amount(random)) : 0));
    if (!isLeaf) {
      totals.add(own);
      for (let part = 1; part <= 2 + random(3); part++) {
        write(`${code}.${part}`, depth + 1).forEach((sum, at) => (sums[at]! += sum));
      }
    }
    records[own - 1]!.splice(2, WIDTH, ...sums.map(text));
    return sums;
  };
  for (let code = 1; code <= 2 + random(2); code++) write(String(code), 1);
  return { records, totals };
}

function amount(random: Random): string {
  return text(100 + random(9_999_999));
}

function text(of: number): string {
  return (of / 100).toFixed(2);
}

function cents(of: string): number {
  return Math.round(Number(of) * 100);
}

function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
