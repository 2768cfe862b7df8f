import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";

const PAID = { type: "measure", column: "Paid", label: "Paid", datatype: "float" };
const POSTS = { type: "measure", column: "Posts", label: "Posts", datatype: "float", unit: "people" };

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadPosts("money", { amount: PAID, posts: POSTS });
  await loadPosts("posts", { amount: POSTS });
});
after(() => server.stop());

/** Load a dataset in euros of which one measure counts people. */
async function loadPosts(name: string, measures: object): Promise<void> {
  const rows = [2019, 2020, 2021].flatMap((year) =>
    ["North", "South"].map((place, at) => `${year},${place},${year * 10 + at}.50,${(at + 1) * 777}`),
  );
  const csv_file = server.files.put(`/${name}.csv`, ["Year,Place,Paid,Posts", ...rows, ""].join("\n"));
  const metadata = server.files.put(`/${name}.json`, {
    dataset: { name, label: name, description: "Made up.", currency: "EUR" },
    mapping: {
      time: { type: "date", column: "Year", label: "Year", datatype: "date", key: true },
      place: { type: "attribute", column: "Place", label: "Place", datatype: "string", key: true },
      ...measures,
    },
  });
  await server.loaded("ada", { csv_file, metadata });
}

/** Return what a page shows, scripts and names of the currency in words aside. */
async function read(path: string): Promise<string> {
  const { status, text } = await server.ask(null, "GET", path, { headers: { accept: "text/html" } });
  assert.equal(status, 200, text.slice(0, 300));
  return readPlain(text.replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, "")).replaceAll(/\s+/g, " ");
}

describe("pages of a measure of people", () => {
  for (const path of [
    "",
    "?year=all",
    "/place",
    "/place/South",
    "/time",
    "/entries",
    "/meta/versions",
    "/explore?drilldown=place",
    "/explore?drilldown=place|time.year",
    "/explore?drilldown=place&measure=amount.avg",
    "/explore?drilldown=&measure=amount.avg",
    "/explore?cut=time.year:2021&against=time.year:2020&drilldown=place",
  ]) {
    it(`write no currency at ${path || "the dataset"}`, async () => {
      const page = await read(`/posts${path}`);
      assert.doesNotMatch(page, /€/);
      assert.match(page, /2,331|777|1,554|4,662|6,993/);
    });
  }

  it("write it beside the measure of money alone", async () => {
    assert.match(await read("/money"), /Paid, 2021 €40\.4k Posts, 2021 2,331 /);
    assert.match(await read("/money/entries"), /Paid €121k ?, Posts 6,993/);
    assert.match(await read("/money/meta/versions"), /€121,206 6,993/);
    assert.match(await read("/money/explore?drilldown=place&measure=posts|amount"), /Place Posts ?Paid ?€ /);
    assert.doesNotMatch(await read("/money/explore?drilldown=place&measure=posts"), /€/);
    assert.match(
      await read("/money/explore?drilldown=place&measure=posts.avg|amount.avg"),
      /Posts: per entry ?Paid: per entry ?€ /,
    );
  });
});
