import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { DEMO_DATASETS } from "#src/core/assets/demo.js";
import { makeRoutes } from "#src/features/features.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { contextOf, servicesOf, loadFile, memoryCatalog } from "../fixtures.js";
import { request } from "../http/client.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { documents } from "./documents.js";
import { BASE, type Session, startSession } from "./session.js";
import { assertLines, assertOutput, assertShown } from "./shown.js";
import { listSteps, type Step } from "./steps.js";

/** Programs of commands that a machine may lack. */
const PROGRAMS = ["Rscript", "python3", "iconv", "curl"];

const followed = documents.map(({ path, text }) => ({ path, steps: listSteps(text) }));

/** With the demo dataset, for requests of documents that start no server. */
let demo: TestServer;
before(async () => {
  const services = servicesOf(memoryCatalog());
  const datasets = [];
  for (const { model, csv } of DEMO_DATASETS) {
    datasets.unshift((await loadFile(services, readModel(readFileSync(model)).model, csv)).dataset);
  }
  demo = await startTestServer(makeRoutes(contextOf(datasets)), { baseUrl: BASE });
});
after(() => demo.stop());

it("the documents show every kind of resource", () => {
  assert.ok(followed.flatMap(({ steps }) => steps.filter(({ kind }) => kind === "request")).length > 9);
});

describe("who follows a document", { concurrency: 2 }, () => {
  for (const { path, steps } of followed) if (steps.length > 0) followDocument(path, steps);
});

function followDocument(path: string, steps: readonly Step[]): void {
  describe(path, { concurrency: 1 }, () => {
    let session: Session;
    before(() => {
      session = startSession();
    });
    after(() => session.stop());

    for (const step of steps) {
      const title = step.kind === "file" ? `saves ${step.name}` : step.command.slice(0, 120);
      it(`${path}:${step.line} ${title}`, { skip: explainMissing(step) }, () => follow(session, step));
    }
  });
}

/** Why a step cannot be followed here; `false` where it can. */
function explainMissing(step: Step): string | false {
  if (step.kind !== "command") return false;
  const missing = PROGRAMS.find((program) => {
    const isUsed = new RegExp(`(?:^|[|;&] *)${program} `).test(step.command);
    return isUsed && spawnSync(program, ["--version"]).error !== undefined;
  });
  return missing === undefined ? false : `${missing} is not installed`;
}

async function follow(session: Session, step: Step): Promise<void> {
  if (step.kind === "file") await session.write(step.name, step.text);
  else if (step.kind === "request") await compareAnswer(session, step);
  else {
    const { status, output } = await session.run(step.command, step.shown ?? "");
    if (step.shown !== null) assertOutput(output, step.shown);
    else assert.ok(status === 0 || status === null, output);
  }
}

/** A request that needs no more than its address. */
const SIMPLE = /^curl (-w '%\{redirect_url\}' )?'([^']+)'$/;

async function compareAnswer(session: Session, step: Step & { readonly kind: "request" }): Promise<void> {
  const { command, language, answer } = step;
  const origin = session.url ?? demo.url;
  const [, redirects, url] = SIMPLE.exec(command) ?? [];
  if (url === undefined) return assertAnswer((await session.run(command, "", origin)).output, language, answer);
  const { status, headers, text } = await request(origin + url.slice(BASE.length).replaceAll("|", "%7C"));
  if (redirects === undefined) return assertAnswer(text.replaceAll(origin, BASE), language, answer);
  assert.deepEqual([status, headers["location"]?.replaceAll(origin, BASE)], [302, answer.trim()]);
}

function assertAnswer(text: string, language: string, answer: string): void {
  if (language === "json") assertShown(JSON.parse(text), JSON.parse(answer), "");
  else assertLines(text, answer);
}
