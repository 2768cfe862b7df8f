import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { METHODS } from "#src/features/assistants/tools/methods.js";
import { TOOLS } from "#src/features/assistants/tools/tools.js";
import { makeRoutes } from "#src/features/features.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf } from "../../fixtures.js";
import { plainFormat } from "../../reference/builder.js";
import { sendText } from "./assistant.js";
import { assertNoMark } from "../access/leak-answers.js";
import { CROSSED_REGION, publishRows, publishSecret } from "../access/leak-datasets.js";
import { MARKS } from "../access/leak-marks.js";
import { CROSSED, SECRET } from "../access/leak-matrix.js";
import { MESSAGES } from "../access/leak-messages.js";
import { startTestServer, type TestServer } from "../server.js";

/** Methods whose answers depend on no dataset. */
const CONSTANT = new Set(["initialize", "ping", "tools/list", "tools/call", "resources/templates/list"]);

let directory: string;
let catalog: Catalog;
/** Answers for private datasets as such. */
let shown: TestServer;
/** Answers for them as for missing ones. */
let hidden: TestServer;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  catalog = await Catalog.open(directory, plainFormat);
  await publishRows(catalog, "town", [{ id: "a", paid: 1010n, region: "North" }], false, []);
  const zone = { type: "derived", from: "region", through: SECRET, to: "cofog1" };
  await publishRows(catalog, CROSSED, [{ id: "c", paid: 20n, region: CROSSED_REGION }], false, [], { zone });
  const context = contextOf([], { catalog });
  const settings = { baseUrl: "https://money.example" };
  shown = await startTestServer(makeRoutes(context), settings);
  hidden = await startTestServer(makeRoutes({ ...context, hidePrivate: true }), settings);
});
after(async () => {
  await Promise.all([shown.stop(), hidden.stop()]);
  await rm(directory, { recursive: true });
});
afterEach(async () => {
  if (catalog.get(SECRET)) await catalog.drop(SECRET);
});

/** Ask all questions of a kind. @returns answers as they were sent, by question */
async function askAll(server: TestServer, who: string, kind: "open" | "named"): Promise<Map<string, string>> {
  const headers: Record<string, string> = who === "nobody" ? {} : { Authorization: `ApiKey ${who}` };
  const answers = new Map<string, string>();
  for (const [name, questions] of Object.entries(MESSAGES)) {
    for (const question of questions[kind] ?? []) {
      const isMethod = METHODS.has(name);
      const params = isMethod ? question : { name, arguments: question };
      const message = { jsonrpc: "2.0", id: 1, method: isMethod ? name : "tools/call", params };
      const { status, text } = await sendText(server.url, JSON.stringify(message), headers);
      assert.equal(status, 200, text);
      answers.set(`${name} ${JSON.stringify(question)}`, text);
    }
  }
  return answers;
}

describe("private datasets over MCP", () => {
  it("are asked for by every tool and method", () => {
    const names = [...TOOLS.map(({ name }) => name), ...METHODS.keys()].filter((name) => !CONSTANT.has(name));
    assert.deepEqual(Object.keys(MESSAGES).toSorted(), names.toSorted());
  });

  it("show to those who may read them", async () => {
    await publishSecret(catalog, 2);
    const answers = [
      ...(await askAll(shown, "admin", "open")).values(),
      ...(await askAll(shown, "admin", "named")).values(),
    ];
    const all = answers.join("\n");
    for (const mark of ["Hidden plans", "Hidden valley", "Hidden function", "hidden-code", "6543.21", "13086.42"]) {
      assert.ok(all.includes(mark), mark);
    }
    assert.ok(MARKS.filter((mark) => all.includes(mark)).length > 10);
  });

  for (const who of ["nobody", "reader"]) {
    it(`change no other answer for ${who}`, async () => {
      const before = await askAll(shown, who, "open");
      assertNoMark(before);
      for (const numRows of [1, 3]) {
        await publishSecret(catalog, numRows);
        for (const server of [shown, hidden]) {
          // Those who may read it fill every cache.
          await askAll(server, "admin", "open");
          await askAll(server, "admin", "named");
          assert.deepEqual(await askAll(server, who, "open"), before);
        }
      }
    });

    it(`are refused to ${who} without a word about them`, async () => {
      await publishSecret(catalog, 2);
      const answers = await askAll(shown, who, "named");
      assertNoMark(answers);
      for (const [question, text] of answers) assert.match(text, /is private/, question);
    });

    it(`do not exist for ${who} where they are hidden`, async () => {
      const missing = await askAll(hidden, who, "named");
      for (const [question, text] of missing) assert.match(text, /no dataset with name/, question);
      for (const numRows of [1, 4]) {
        await publishSecret(catalog, numRows);
        await askAll(hidden, "admin", "named");
        assert.deepEqual(await askAll(hidden, who, "named"), missing);
      }
      await catalog.drop(SECRET);
      assert.deepEqual(await askAll(hidden, who, "named"), missing);
    });
  }
});
