import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { checkNumbers } from "./number-rules.js";
import { loadPaged, missing, PUBLISHED } from "./page-datasets.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describe("every number of a page is that of the aggregate call of its scope", () => {
  // Larger ones take minutes each, and have the same kinds of pages.
  for (const name of PUBLISHED) {
    it(`in ${name}`, { skip: missing(name) }, async () => {
      const { pages, numbers } = await checkNumbers(await loadPaged(server, name));
      assert.ok(pages > 0 && numbers > 0, `${pages} pages, ${numbers} numbers`);
    });
  }
});
