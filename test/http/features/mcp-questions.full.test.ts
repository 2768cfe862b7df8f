import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readFileSync } from "node:fs";
import { DEMO_CSV, DEMO_MODEL } from "#src/core/assets/demo.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ExecutorPool } from "#src/process/executors/executor-pool.js";
import { OWN_LANE } from "#src/process/executors/own-lane.js";
import { makeRoutes } from "#src/features/features.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf, loadFile, servicesOf } from "../../fixtures.js";
import { Assistant } from "./assistant.js";
import { createExecutors } from "../protocol/compared-servers.js";
import { DEMO_QUESTIONS } from "../aggregate/demo-questions.js";
import { PAYMENTS_MODEL, writePayments } from "../aggregate/question-town.js";
import { Tools } from "../aggregate/questions.js";
import { startTestServer, type TestServer } from "../server.js";
import { TOWN_QUESTIONS } from "../aggregate/town-questions.js";

const QUESTIONS = [...DEMO_QUESTIONS, ...TOWN_QUESTIONS];
const MOST_CALLS = 4;
const ORIGIN = "https://money.example";

describe("questions to an assistant", () => {
  let directory: string;
  let kernel: Kernel;
  let executors: ExecutorPool;
  /** Answers by executors, and on its own thread. */
  let servers: readonly TestServer[];
  let assistants: readonly Assistant[];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    kernel = Kernel.start({ spareBytes: 0, lane: OWN_LANE });
    const format = columnarFormat(kernel);
    const catalog = await Catalog.open(join(directory, "data"), format);
    const services = servicesOf(catalog, format);
    const town = join(directory, "payments.csv");
    await writeFile(town, writePayments());
    await loadFile(services, readModel(readFileSync(DEMO_MODEL, "utf8")).model, DEMO_CSV);
    await loadFile(services, readModel(JSON.stringify(PAYMENTS_MODEL)).model, town);
    executors = createExecutors(kernel, catalog);
    const settings = { beginReading: () => catalog.beginReading(), baseUrl: ORIGIN };
    const routes = makeRoutes(contextOf([], { catalog }));
    servers = [
      await startTestServer(routes, { ...settings, executor: executors }),
      await startTestServer(routes, settings),
    ];
    assistants = await Promise.all(servers.map(({ url }) => Assistant.connect(url)));
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await executors.close();
    await kernel.close();
    await rm(directory, { recursive: true });
  });

  it("are thirty or more", () => {
    assert.ok(QUESTIONS.length >= 30, String(QUESTIONS.length));
    assert.equal(new Set(QUESTIONS.map(({ text }) => text)).size, QUESTIONS.length);
  });

  for (const { text, dataset, answer, expected, caveat } of QUESTIONS) {
    it(text, async () => {
      for (const assistant of assistants) {
        assistant.calls = 0;
        const [found, last] = await answer(new Tools(assistant, dataset));
        assert.deepEqual(found, expected);
        assert.ok(assistant.calls <= MOST_CALLS, `${assistant.calls} calls`);
        assert.equal(last.text.split("\n").at(-1), `Cite: ${ORIGIN}/${dataset}@1`);
        const [first] = last.text.split("\n");
        if (caveat) assert.match(last.text, caveat);
        else assert.doesNotMatch(last.text, /^(?:Warning|Note|Narrow)/);
        if (caveat) assert.match(first!, /^(?:Warning|Note|Narrow)/);
      }
    });
  }
});
