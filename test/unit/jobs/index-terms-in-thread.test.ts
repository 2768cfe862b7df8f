import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type MemberTable, MemberTableBuilder } from "#src/columnar/member-table.js";
import { termIndexerInThread } from "#src/jobs/index-terms-in-thread.js";
import { createThreads } from "#src/jobs/threads.js";
import { spendingModel } from "../../fixtures.js";

const MANY = 70_000;
const LIMITS = { check: () => {}, take: () => {} };

/** Build members with three words each, of which every hundredth has none. */
function tableOf(members: number): MemberTable {
  const dimension = spendingModel().dimensions.find(({ kind }) => kind === "compound")!;
  const builder = new MemberTableBuilder(dimension);
  for (let member = 0; member < members; member++) {
    const text = `North ${member % 977} Straße ${member}`;
    builder.push(member % 100 === 99 ? null : dimension.attributes.map(({ type }) => (type === "number" ? 1 : text)));
  }
  return builder.finish();
}

function termsOf(table: MemberTable, words: readonly string[]): unknown {
  const found = words.map((text) => {
    const terms: [string, number][] = [];
    table.visitTerms({ is: "same", text }, LIMITS, (term, values) => void terms.push([term, values]));
    return terms;
  });
  const tests = words.slice(0, 2).map((text) => ({ is: "same", text }) as const);
  return [found, [...table.membersWithWords(tests, [0], LIMITS)]];
}

describe("indexing the terms of members in a thread", () => {
  it("gives the index that the first search would make, without a copy of the members", async () => {
    const [table, other] = [tableOf(MANY), tableOf(MANY)];
    const { byteLength } = table;
    await termIndexerInThread(createThreads())(table);
    assert.ok(table.byteLength > byteLength);
    const words = ["strasse", "976", "north", "69998", "missing"];
    const found = termsOf(table, words);
    assert.deepEqual(found, termsOf(other, words));
    assert.deepEqual(
      (found as [[string, number][][]])[0].map(([first]) => first !== undefined),
      [true, true, true, true, false],
    );
    assert.equal(table.byteLength, other.byteLength);
  });

  it("is left to the first search if members are few", async () => {
    const table = tableOf(100);
    const { byteLength } = table;
    await termIndexerInThread({ runOrder: () => assert.fail("no thread is needed") })(table);
    assert.equal(table.byteLength, byteLength);
  });
});
