import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { search } from "#src/calls/reading/search/search.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { signTerms } from "#src/engines/columnar/search/sign-terms.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { countOfTerm, mayMeet, type TermSignature } from "#src/core/engine/term-signature.js";
import { weighingClauses } from "#src/core/engine/relevance.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { isView } from "#src/core/model/row-model.js";
import type { TestedClause } from "#src/core/query/condition/condition.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, formText, queryParameters, spendingDataset } from "../fixtures.js";
import { randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { loadVersions, searchedCube } from "./answer-searches.js";
import { cubesOf, type RandomCube } from "./random-cube.js";
import { wordyText } from "./random-search.js";
import { bindSearch } from "../bind-search.js";

const RUNS = randomRuns(6, 20);
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

/** Return the word that a clause wants, alone and in any text; `null` for any other clause. */
function wordOf({ test }: TestedClause): string | null {
  if (test.on !== "text" || test.target || test.text.whole || test.text.parts.length !== 1) return null;
  const [part] = test.text.parts;
  const word = part!.is === "tokens" && part!.tokens.length === 1 ? part!.tokens[0]!.test : null;
  return word?.is === "same" ? word.text : null;
}

describe("the words of a version", () => {
  it("rule out no search that finds something, and count each word as a look into the entries does", async () => {
    await fc.assert(
      fc.asyncProperty(searchedCube, async ({ cube, searches }) => {
        const { model } = cube;
        fc.pre(!isView(model));
        const engine = await loadVersions(cube, columnarFormat(kernel));
        const signature = engine.signature!;
        assert.deepEqual(engine.sign!(), signature);
        const filtered = [0, 1, 3, 10].map((most) => signWith(engine, most));
        const countHere = (word: string) => engine.countTerm!(word)!;
        for (const text of searches) {
          const [query] = bindSearch(model, queryParameters(text)).queries;
          const { where, filters } = query!;
          const { numEntries } = await withReader({ engine, model }, BOUNDS, (reader) => reader.search(query!));
          for (const each of [signature, ...filtered]) {
            const isPossible = mayMeet(each, { is: "all", of: [where, ...filters] });
            assert.ok(numEntries === 0 || isPossible, text);
          }
          const counts = await withReader({ engine, model }, BOUNDS, (reader) => reader.countMatches(where));
          weighingClauses(where).forEach((clause, at) => {
            const word = wordOf(clause);
            if (word === null) return;
            const count = countOfTerm(signature, word);
            assert.equal(count?.entries, counts[at], text);
            assert.deepEqual(countHere(word), count, text);
            for (const each of filtered) assert.deepEqual(countOfTerm(each, word) ?? count, count, text);
          });
        }
        engine.dispose();
      }),
      { numRuns: RUNS },
    );
  });
});

/** Sign the words of an engine; more than that they may be there is known of some. */
function signWith(engine: Engine, most: number): TermSignature {
  const { table, postingLists } = engine as ColumnarEngine;
  return signTerms(table, postingLists, most)!;
}

const WORDS = ["a", "ab", "abc", "é", "10", "教", "naive", "zzz", "b*", "ab*", '"a ab"', "-a", "zzz OR a", "abd~1"];

describe("a search of several datasets", () => {
  it("is the same whether or not it is narrowed to those that may have its words", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cubesOf(wordyText), { minLength: 2, maxLength: 6 }),
        fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        async (cubes, searches) => {
          const [narrowed, whole] = [
            await datasetsOf(cubes, columnarFormat(kernel)),
            await datasetsOf(cubes, plainFormat),
          ];
          // Those with derived dimensions have none that is used.
          narrowed.forEach(({ engine }, at) => {
            if (at % 2 === 1) Object.defineProperty(engine, "signature", { value: signWith(engine, at) });
          });
          for (const words of searches) {
            const q = encodeURIComponent(words.join(" "));
            for (const page of ["pagesize=3", "pagesize=2&page=2", "pagesize=0", "pagesize=100"]) {
              assert.equal(
                await answer(narrowed, `q=${q}&${page}`),
                await answer(whole, `q=${q}&${page}`),
                `${q} ${page}`,
              );
            }
          }
          for (const { engine } of narrowed) engine.dispose();
        },
      ),
      { numRuns: RUNS },
    );
  });
});

function datasetsOf(cubes: readonly RandomCube[], format: TableFormat): Promise<readonly Dataset[]> {
  return Promise.all(
    cubes.map(async (cube, at) => {
      const model = { ...cube.model, dataset: { ...cube.model.dataset, name: `town-${at}` } };
      const engine: Engine = await loadVersions({ ...cube, model }, format);
      return spendingDataset([], { model, engine });
    }),
  );
}

function answer(datasets: readonly Dataset[], text: string): Promise<string> {
  return formText(search(contextOf(datasets), ANONYMOUS, queryParameters(text), "http://localhost"), "json");
}
