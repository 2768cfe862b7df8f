import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { DEMO_CSV, DEMO_MODEL } from "#src/assets/demo.js";
import { makeRoutes } from "#src/http/routes/routes.js";
import { readModel } from "#src/model/parse/read-model.js";
import { contextOf, servicesOf, loadFile, memoryCatalog } from "../fixtures.js";
import { request } from "../http/client.js";
import { startTestServer, type TestServer } from "../http/server.js";

const BASE = "http://127.0.0.1:8080";

/** A call and, in the block after it, its answer. */
const EXAMPLE = /```sh\ncurl (-w '%\{redirect_url\}' )?'([^']+)'\n```\n\n```(json|csv|)\n(.*?)```/gs;

const examples = [...readFileSync("README.md", "utf8").matchAll(EXAMPLE)].map(([, redirects, url, kind, answer]) => ({
  url: url!,
  kind: redirects ? "redirect" : kind,
  answer: answer!,
}));

let server: TestServer;
before(async () => {
  const { model } = readModel(readFileSync(DEMO_MODEL));
  const { dataset } = await loadFile(servicesOf(memoryCatalog()), model, DEMO_CSV);
  server = await startTestServer(makeRoutes(contextOf([dataset])), { baseUrl: BASE });
});
after(() => server.stop());

describe("the examples of the README", () => {
  it("show every kind of resource", () => {
    assert.ok(examples.length > 9);
  });

  for (const { url, kind, answer } of examples) {
    it(`${url} answers what stands there`, async () => {
      const { status, headers, text } = await request(server.url + url.slice(BASE.length).replaceAll("|", "%7C"));
      if (kind === "redirect") assert.deepEqual([status, headers["location"]], [302, answer.trim()]);
      else if (kind === "json") assertShown(JSON.parse(text), JSON.parse(answer), "");
      else assertLines(text, answer);
    });
  }
});

/** What is shown is there; `…` stands for any value, and as a key for any other keys. */
function assertShown(actual: unknown, shown: unknown, place: string): void {
  if (shown === "…") return;
  if (typeof shown !== "object" || shown === null) {
    assert.equal(actual, shown, place);
    return;
  }
  const [all, some] = [Object.entries(actual as object), Object.entries(shown)];
  const isWhole = !("…" in shown);
  if (isWhole)
    assert.deepEqual(
      all.map(([key]) => key),
      some.map(([key]) => key),
      place,
    );
  const found = new Map(all);
  for (const [key, value] of some) if (key !== "…") assertShown(found.get(key), value, `${place}.${key}`);
}

/** The lines that are shown, as far as they are. */
function assertLines(text: string, shown: string): void {
  const lines = text.split(/\r?\n/);
  for (const [at, line] of shown.trimEnd().split("\n").entries()) {
    if (line.endsWith("…")) assert.ok(lines[at]?.startsWith(line.slice(0, -1).trimEnd()), line);
    else assert.equal(lines[at], line);
  }
}
