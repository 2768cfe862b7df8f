import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { addShapes } from "#src/calls/publishing/manage/add-shapes.js";
import { DEMO_SHAPES } from "#src/core/assets/demo.js";
import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { loadBudget } from "../aggregate/budget-town.js";
import { request } from "../client.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadPaged } from "./page-datasets.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadPaged(server, "demo");
  await loadBudget(server, { phase: { default: "executed" } });
});
after(() => server.stop());

/** Read the sheets of a page: all between two that begin. */
async function sheetsOf(path: string): Promise<readonly string[]> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, path);
  const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
    "ids are of one element each",
  );
  return text.split(/<(?:details|section) class="share"/).slice(1);
}

const unescape = (text: string): string => text.replaceAll("&amp;", "&");

describe("what a chart is shared by", () => {
  for (const [path, kind] of [
    ["/", "the home page"],
    ["/uk-spending", "a dataset"],
    ["/uk-spending/function", "a dimension"],
    ["/uk-spending/function?year=2008", "a dimension in a year"],
    ["/uk-spending/function/07", "a member"],
    ["/uk-spending/explore?drilldown=function&cut=year:2009", "the explorer"],
  ] as const) {
    it(`is beside the chart of ${kind}`, async () => {
      const sheets = await sheetsOf(path);
      assert.equal(sheets.length, 1);
      await checkSheet(sheets[0]!);
    });
  }

  it("is also beside a plan and its outturn", async () => {
    const { name } = await loadBudget(server, { phase: { default: "executed" } });
    const sheets = await sheetsOf(`/${name}`);
    const plan = sheets.find((sheet) => sheet.includes('id="link-plan"'));
    assert.ok(plan);
    await checkSheet(plan);
  });

  it("is also below a map, and shows the map", async () => {
    const folder = new ShapeFolder(join(server.directory, "data"));
    const { file, ...facts } = DEMO_SHAPES;
    await addShapes(folder, file, facts, shapeDrawerHere);
    const sheets = await sheetsOf("/uk-spending?_view=region");
    const map = sheets.find((sheet) => sheet.includes('id="link-map"'));
    assert.ok(map, "no sheet of a map");
    assert.match(unescape(map), /\/embed\?[^"]*chart=map/);
    await checkSheet(map);
  });

  it("is the workbook alone for some members of a dimension", async () => {
    assert.equal((await sheetsOf("/uk-spending/function?q=he")).length, 0);
  });
});

/** Open everything that a sheet leads to. */
async function checkSheet(sheet: string): Promise<void> {
  const own = sheet.slice(0, sheet.search(/<\/(?:details|section)>/));
  const files = [...own.matchAll(/<a class="button" href="([^"]*)"/g)].map(([, href]) => unescape(href!));
  const [, frame] = /&lt;iframe src=&quot;([^&]*(?:&(?!quot;)[^&]*)*)&quot;/.exec(own)!;
  const [, address] = /<input[^>]*value="([^"]*)"/.exec(own)!;
  assert.deepEqual(
    [/\.svg/, /csv|format=csv/, /\.xlsx/].map((each) => files.some((file) => each.test(file))),
    [true, true, true],
    files.join("\n"),
  );
  for (const each of [...files, unescape(unescape(frame!)), unescape(address!)]) {
    const { status } = await request(new URL(each, server.url).href, { headers: { Accept: "text/html,*/*" } });
    assert.equal(status, 200, each);
  }
}
