import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { joinLinks } from "#src/web/http/reply/link.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS = Array.from({ length: 9 }, (_, at) => ({ id: `id ${at}`, paid: 1n, region: `Region ${at}` }));

let server: TestServer;

before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)])));
});
after(() => server.stop());

describe("links in headers", () => {
  it("lead to the next page and to the version, unless the address is long", async () => {
    const linkOf = async (length: number): Promise<string | undefined> => {
      const cut = `region:${"x".repeat(length)}`;
      const path = `/api/2/aggregate?dataset=town&drilldown=region&pagesize=2&cut=${cut}|region:Region 1|region:Region 2|region:Region 3`;
      const { status, headers } = await request(server.url + encodeURI(path));
      assert.equal(status, 200);
      const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
      assert.ok(size < 8000, `${size} bytes of headers`);
      const link = headers["link"];
      assert.ok(link === undefined || link.length <= 2048);
      return link;
    };
    const whole = await linkOf(10);
    assert.match(whole!, /rel="next".*rel="cite-as"/);
    const first = await linkOf(1200);
    assert.match(first!, /rel="next"$/);
    for (const length of [2000, 5000, 14_000]) assert.equal(await linkOf(length), undefined);
  });

  it("are joined as long as they fit, the first ones first", () => {
    const [long, short] = [`<${"x".repeat(2000)}>`, "<y>"];
    assert.equal(joinLinks([]), "");
    assert.equal(joinLinks([short, short]), "<y>, <y>");
    assert.equal(joinLinks([long, long, short]), `${long}, ${short}`);
    assert.equal(joinLinks([`${long}${long}`]), "");
  });
});
