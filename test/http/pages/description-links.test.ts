import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { datasetCalled, startResources } from "../describe/resource-server.js";
import type { TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  const description = "Taken from [the register](https://register.example/?a=1&b=2), not [here](javascript:alert(1)).";
  server = await startResources([datasetCalled("linked", {}, { description })]);
});
after(() => server.stop());

async function open(path: string): Promise<string> {
  return (await fetch(`${server.url}${path}`, { headers: { accept: "text/html" } })).text();
}

describe("a link in a description", () => {
  const LINK = '<a href="https://register.example/?a=1&amp;b=2"><bdi>the register</bdi></a>';

  it("is a link on the page of the dataset, and nothing else is one", async () => {
    const page = await open("/linked");
    assert.ok(page.includes(`Taken from ${LINK}, not [here](javascript:alert(1)).</p>`));
    assert.doesNotMatch(page, /href="javascript/);
  });

  it("is a name in the preview and on cards", async () => {
    const [, preview] = /<meta name="description" content="([^"]*)"/.exec(await open("/linked"))!;
    assert.match(preview!, /Taken from the register, not/);
    assert.match(await open("/datasets"), /<p class="teaser" dir="auto">Taken from the register, not/);
  });

  it("is as it was in JSON", async () => {
    const { description } = (await (await fetch(`${server.url}/linked.json`)).json()) as { description: string };
    assert.match(description, /\[the register\]\(https:/);
  });
});
