import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeMembers, type Members, parseMembersHere, writeMembers } from "#src/engines/clickhouse/table/members.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { memberParserInThread } from "#src/process/jobs/parse-members-in-thread.js";
import { createThreads } from "#src/process/jobs/threads.js";
import type { Dimension, Model } from "#src/core/model/cube.js";
import { rowModel } from "#src/core/model/row-model.js";
import { spendingModel } from "../../../fixtures.js";

const MANY = 70_000;
const LIMITS = { check: () => {}, take: () => {} };
const MODEL = rowModel(spendingModel());

/** Make members with four words each, of which every hundredth is unused. */
function membersOf(dimension: Dimension, codes: number): Members {
  const ids = Uint32Array.from({ length: codes }, (_, code) => (code % 100 === 99 ? 0 : code + 1));
  const tuples = Array.from(ids, (id, code) => {
    const text = `North ${code % 977} Straße ${code}`;
    return id === 0 ? null : dimension.attributes.map(({ type }) => (type === "number" ? code : text));
  });
  return makeMembers(dimension, tuples, ids, Float64Array.from(ids, Math.sign));
}

/** Write members of all dimensions, many of one of them. */
async function writeAll(
  { dimensions }: Model,
  many: number,
): Promise<[codes: readonly number[], parts: readonly Uint8Array[]]> {
  const at = dimensions.findIndex(({ kind }) => kind === "compound");
  const codes = dimensions.map((_, index) => (index === at ? many : 3));
  return [codes, await Promise.all(dimensions.map((each, index) => writeMembers(membersOf(each, codes[index]!))))];
}

function contentOf({ dimension, table, ids, counts }: Members): unknown {
  const terms = ["strasse", "976", "north", "69998", "missing"].map((text) => {
    const found: [string, number][] = [];
    table.visitTerms({ is: "same", text }, LIMITS, (term, values) => void found.push([term, values]));
    return found;
  });
  const words = ["strasse", "976"].map((text) => ({ is: "same", text }) as const);
  const values = dimension.attributes.map((_, index) => table.attributes[index]!.pick(ids.map((_, code) => code)));
  return [terms, [...table.membersWithWords(words, [0], LIMITS)], values, ids, counts];
}

describe("parsing the members of a version in a thread", () => {
  it("gives the same members and words as in this one", async () => {
    const [codes, parts] = await writeAll(MODEL, MANY);
    const found = await memberParserInThread(createThreads())(MODEL, codes, parts);
    const expected = await parseMembersHere(MODEL, codes, parts);
    assert.deepEqual(found.map(contentOf), expected.map(contentOf));
    const [terms] = contentOf(found.find(({ ids }) => ids.length === MANY)!) as [readonly unknown[][]];
    assert.deepEqual(
      terms.map(({ length }) => length),
      [1, 1, 1, 1, 0],
    );
  });

  it("is not worth a thread for few", async () => {
    const [codes, parts] = await writeAll(MODEL, 100);
    const parse = memberParserInThread({ runOrder: () => assert.fail("no thread is needed") });
    const found = await parse(MODEL, codes, parts);
    assert.deepEqual(
      found.map(({ table }) => table.length),
      codes,
    );
  });

  it("fails as in this thread if they are damaged", async () => {
    const [codes, parts] = await writeAll(MODEL, MANY);
    const damaged = parts.map((part) => part.subarray(0, -3));
    await assert.rejects(memberParserInThread(createThreads())(MODEL, codes, damaged), DamagedStore);
  });
});
