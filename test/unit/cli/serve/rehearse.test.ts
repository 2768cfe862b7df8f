import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rehearse } from "#src/cli/serve/rehearse.js";
import { nameModel } from "#src/store/dataset.js";
import { engineOf, spendingDataset, spendingModel } from "../../../fixtures.js";

const engine = engineOf({}, {});
const towns = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    spendingDataset([], { model: nameModel(spendingModel(), `t${at}`), engine }),
  );
const ALL = ["/", "/datasets", "/datasets.ttl", "/search?q=Town"];

describe("a server that was just started", () => {
  it("is asked for what is about all of many datasets, one after the other", async () => {
    const asked: string[] = [];
    let running = 0;
    const ask = async (path: string): Promise<number> => {
      assert.equal(running++, 0);
      asked.push(path);
      await Promise.resolve();
      running--;
      return 200;
    };
    await rehearse({ ask }, towns(500), new AbortController().signal);
    assert.deepEqual(asked, ALL);
  });

  it("is asked for nothing with few", async () => {
    const ask = (): Promise<number> => assert.fail();
    await rehearse({ ask }, towns(499), new AbortController().signal);
  });

  it("is asked no more when it ends, and what it makes is cancelled", async () => {
    const ending = new AbortController();
    const asked: string[] = [];
    const ask = async (path: string, cancel: { readonly aborted: boolean }): Promise<number> => {
      asked.push(path);
      assert.ok(!cancel.aborted);
      if (asked.length === 2) ending.abort();
      assert.equal(cancel.aborted, asked.length === 2);
      return 503;
    };
    await rehearse({ ask }, towns(500), ending.signal);
    assert.deepEqual(asked, ALL.slice(0, 2));
  });

  it("goes on when an answer fails", async () => {
    await rehearse({ ask: () => Promise.reject(new Error("lost")) }, towns(500), new AbortController().signal);
  });
});
