import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { loadPaged } from "./page-datasets.js";
import { describeScope, linksTo } from "./scope-rules.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describeScope("demo");

describe("the page of health spending in London", () => {
  it("has London's health as its headline, not all of London", async () => {
    const dataset = await loadPaged(server, "demo");
    const target = "/region/UKI?year=2009&cut=function:07";
    const page = await dataset.open(target);
    const { summary } = await dataset.aggregate({ cut: "region:UKI|function:07|year:2009" });
    const [, head] = /<p class="headline">([^]*?)<\/p>/.exec(page)!;
    assert.match(head!, new RegExp(`value="${summary["amount"]}"`));
    assert.match(page, /aria-label="Remove filter: Function: Health"/);
    const [entries] = linksTo(page, /^All \d+ entries/);
    const list = await server.ask(null, "GET", entries!, { headers: { accept: "text/html" } });
    assert.match(readText(list.text).replaceAll(/\s+/g, " "), new RegExp(`of ${summary["num_entries"]} `));
  });
});
