import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { listLanguages } from "#src/web/words/languages.js";
import { SAMPLE_CHARTS, sampleDatasets, sampleShapes } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { assertWellFormed, readLine } from "./markup.js";

let directory: string;
let server: TestServer;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-words-"));
  const shapes = await sampleShapes(directory);
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets(), { shapes })));
});
after(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

/** Read what the picture of a chart says in words. */
async function readDescription(path: string, kind: string): Promise<string> {
  const { status, text } = await request(server.url + path);
  assert.equal(status, 200, text.slice(0, 300));
  assertWellFormed(text);
  assert.match(text, new RegExp(`class="chart ${kind}(?: wide)?"`), path);
  return readLine(/^\s*<svg[^>]*>[^]*?<desc>([^<]*)<\/desc>/.exec(text)?.[1] ?? "");
}

describe("a chart says in words what it shows, in every language", () => {
  for (const [name, path] of Object.entries(SAMPLE_CHARTS))
    it(name, async () => {
      const picture = path.replace("/explore?", "/explore.svg?");
      const [kind] = name.split(" ");
      const said = new Map<string, string>();
      for (const language of listLanguages()) {
        const text = await readDescription(`${picture}&lang=${language}`, kind!);
        assert.ok(text.length > 8, `${language}: ${text}`);
        assert.doesNotMatch(text, /undefined|NaN|<|&lt;/, language);
        said.set(language, text);
      }
      // No language says it in the words of another.
      assert.equal(new Set(said.values()).size, said.size, JSON.stringify([...said]));
    });
});
