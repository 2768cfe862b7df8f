import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { showNamesakes } from "#src/features/members/namesakes.js";
import type { ReadingInput } from "#src/calls/reading-call.js";
import { joinMemberSums, type MemberSums } from "#src/core/engine/member-sums.js";
import { nameModel } from "#src/store/dataset.js";
import { contextOf, engineOf, spendingDataset, spendingModel } from "../../../fixtures.js";

/** Estimated steps from which on an answer is for the thread of long queries. */
const LONG = 30_000_000;

function estimateOf(datasets: number, memberSums?: MemberSums): number {
  const model = spendingModel();
  const engine = engineOf(memberSums ? { memberSums } : {}, {});
  const towns = Array.from({ length: datasets }, (_, at) =>
    spendingDataset([], { model: nameModel(model, `town-${at}`), version: `${at}`, engine }),
  );
  const input = { origin: "http://x", language: "en", cancel: {} as ReadingInput["cancel"] };
  return showNamesakes(contextOf(towns), ANONYMOUS, { taxonomy: "region", name: "North" }, input).estimate!();
}

describe("a member over datasets", () => {
  it("of hundreds of them is for the thread of long queries, which keeps what it has found", () => {
    assert.ok(estimateOf(200) > LONG);
    assert.ok(estimateOf(20) < LONG);
  });

  it("of hundreds of them is a short query where their sums are stored", () => {
    assert.ok(estimateOf(200, joinMemberSums([], [])) < LONG);
  });
});
