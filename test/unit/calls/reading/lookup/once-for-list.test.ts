import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { listReadable } from "#src/calls/reading/lookup/find-dataset.js";
import { onceForList } from "#src/calls/reading/lookup/once-for-list.js";
import { answerOfSeveral } from "#src/calls/reading/lookup/several-datasets.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, spendingDataset } from "../../../../fixtures.js";

describe("what is computed once for a list of datasets", () => {
  it("is computed anew for another list", () => {
    let computed = 0;
    const count = onceForList((datasets) => {
      computed++;
      return datasets.length;
    });
    const list = [spendingDataset([])];
    assert.deepEqual([count(list), count(list), count([...list, ...list]), computed], [1, 1, 2, 2]);
  });

  it("is the list of public datasets, and what headers say of it", () => {
    let visits = 0;
    const datasets = Array.from({ length: 5 }, (_, at): Dataset => {
      const dataset = spendingDataset([], { version: `${at}` });
      return Object.defineProperty({ ...dataset }, "private", {
        get: () => {
          visits++;
          return at === 3;
        },
      });
    });
    const plain = contextOf([]);
    const context = {
      ...plain,
      catalog: {
        ...plain.catalog,
        get: () => undefined,
        listSeries: () => [],
        list: () => datasets,
        lastRemoval: () => new Date(0),
      },
    };
    const readable = listReadable(context, ANONYMOUS);
    const answered = answerOfSeveral(context, ANONYMOUS, readable);
    const after = visits;
    assert.equal(listReadable(context, ANONYMOUS), readable);
    assert.deepEqual(answerOfSeveral(context, ANONYMOUS, readable), answered);
    assert.deepEqual([readable.length, answered.public, visits], [4, true, after]);
  });
});
