import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { createBatchParser, takeEverything } from "#src/sources/ingest/csv/plain-records.js";
import { createRecordParser } from "#src/sources/ingest/csv/record-parser.js";
import { randomRuns } from "../../../../full.js";
import { parseWhole } from "./parse-whole.js";

/** Pieces of CSV, many of which break its rules. */
const piece = fc.constantFrom(
  ..."a b 12.5 äöü 日本 \u{1F600} \ufeff \0 long".split(" "),
  "x".repeat(40),
  "y".repeat(300),
  '"',
  '""',
  '"""',
  '"a"',
  '"a,b"',
  '"a\r\nb"',
  '"a""b"',
  '" "',
  ",",
  ",",
  ",",
  ";",
  "\n",
  "\r\n",
  "\r",
  "\n",
  "a,b,c\n1,2,3\n",
);

it("has the same records and errors as the parser that takes everything, wherever chunks end", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom(",", ";", "\t"),
      fc.array(fc.nat(30), { maxLength: 20 }),
      fc.nat(4),
      async (pieces, delimiter, sizes, columns) => {
        const text = pieces.join("");
        const dialect = { delimiter, quote: '"' };
        const expected = await parseWhole(takeEverything(createRecordParser(dialect, { width: columns })), text);
        assert.deepEqual(await parseWhole(createBatchParser(dialect, columns), text, sizes), expected);
      },
    ),
    {
      numRuns: randomRuns(300, 1000),
      // A cell that a stray quote makes wrong ends in another place if the rest is not there yet.
      examples: [[['"""', '"""', "a,b,c\n1,2,3\n", '"', ",", '"""'], ",", [12], 0]],
    },
  ));

it("has the same records where many follow each other, whether values repeat or not, and records are short or not", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(63, 64, 65, 300, 9000),
      fc.array(fc.constantFrom(1, 2, 60, 5000, 100_000), { minLength: 3, maxLength: 6 }),
      fc.nat(3),
      fc.nat(1000),
      fc.array(fc.integer({ min: 100, max: 5000 }), { maxLength: 20 }),
      async (rows, pools, gaps, seed, sizes) => {
        let state = seed;
        const random = (below: number): number => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          return Math.floor((state / 2 ** 32) * below);
        };
        const lines = Array.from({ length: rows }, () => {
          const length = random(10) < gaps ? random(pools.length + 2) : pools.length;
          return Array.from({ length }, (_, column) => `value ${random(pools[column] ?? 9)}`).join(",");
        });
        const text = lines.join("\n");
        const whole = takeEverything(createRecordParser({ delimiter: ",", quote: '"' }, { width: pools.length }));
        const parser = createBatchParser({ delimiter: ",", quote: '"' }, pools.length);
        assert.deepEqual(await parseWhole(parser, text, sizes), await parseWhole(whole, text));
      },
    ),
    { numRuns: randomRuns(30, 200) },
  ));
