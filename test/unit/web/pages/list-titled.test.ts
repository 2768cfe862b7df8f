import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listTitled } from "#src/web/pages/list-titled.js";
import { spendingDataset } from "../../../fixtures.js";

describe("titles of datasets in the data of a page", () => {
  const titled = { label: "Town spending", languages: ["en"] };

  it("are found at any place", () => {
    const page = { kind: "list", datasets: [{ dataset: titled }], dataset: titled, none: null, count: 3 };
    assert.deepEqual(listTitled(page), [titled, titled]);
  });

  it("are looked for without opening the versions that it holds", () => {
    const opened = () => assert.fail("The version was opened");
    const closed = Object.defineProperties(
      { ...spendingDataset([]) },
      { model: { get: opened, enumerable: true }, engine: { get: opened, enumerable: true } },
    );
    assert.deepEqual(listTitled({ found: { datasets: [closed] }, dataset: titled }), [titled]);
  });
});
