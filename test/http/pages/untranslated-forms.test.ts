import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ownerCalled } from "#src/store/disk/owners.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { offerWords } from "#src/web/words/languages.js";
import { doneRun, spendingEngine } from "../../fixtures.js";
import { PASSWORD, type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import type { Response } from "../client.js";
import { bracketErrors, bracketWords, strayWords, WORDLESS } from "./bracketed-words.js";
import { type Browser, startBrowser } from "./browser.js";
import { wordlessModel, wordlessRows } from "./wordless-datasets.js";

/** Names of users, datasets, columns and examples, which no language changes. */
const DATA = new Set(
  (
    "ada bob root city towns town plans csv cofog1 amount paid https Label of Paid spain ES cofog NUTS_ID NUTS ID nuts " +
    "provinces town utf program to Year Amount Direction kodikos drases"
  ).split(" "),
);

let server: SignInServer;
let withdraw: () => void;
before(async () => {
  withdraw = offerWords(WORDLESS, bracketWords(), bracketErrors());
  server = await startSignInServer({ allowRegistration: true });
  await publishCity();
});
after(async () => {
  await server.lock.idle();
  await server.stop();
  withdraw();
});

/** Publish a dataset that ada manages, twice, with a failed load. */
async function publishCity(): Promise<void> {
  const { catalog } = server;
  const managers = [ownerCalled(catalog, "ada")];
  const model = wordlessModel("city");
  const sources = [{ id: 1, url: "https://town.example/Δαπάνες", loaded: new Date("2020-02-02T02:02:02.222Z") }];
  const whole = spendingEngine(wordlessRows(40), model);
  await catalog.publish({ model, engine: whole, sources, base: undefined, private: true, managers });
  const control = {
    rows: 3,
    empty: 1,
    omitted: 2,
    sums: [{ measure: "amount", total: "12.5", years: [["2009", "12.5"] as const], by: [] }],
    totals: [],
  };
  await catalog.changeRuns(() => [
    doneRun({ id: 1, dataset: "city", managers, control: [control], notes: [] }),
    doneRun({
      id: 2,
      dataset: "city",
      managers,
      status: "failed",
      errors: [wholeError("is empty and has no default_value")],
      notes: [],
    }),
  ]);
}

async function asUser(name: string): Promise<Browser> {
  const browser = startBrowser(server, { "Accept-Language": WORDLESS });
  await browser.get("/login");
  assert.equal((await browser.send("/login", { name, password: PASSWORD })).status, 303);
  return browser;
}

function assertNoWords({ text }: Pick<Response, "text">): void {
  assert.match(text, /\[\p{L}[^\]]*~\]/u);
  assert.deepEqual(strayWords(text, DATA), []);
}

describe("in a language of no words, to somebody who is signed in", () => {
  const pages: Readonly<Record<string, readonly string[]>> = {
    ada: [
      "/dashboard",
      "/settings",
      "/logout",
      "/datasets/new",
      "/datasets/new?into=city",
      "/city",
      "/city/editor",
      "/city/editor/model",
      "/city/editor/members",
      "/city/editor/members?dimension=region&q=Περιοχή",
      "/city/editor/members?dimension=region&member=Περιοχή 1",
      "/city/sources",
      "/city/sources/1",
      "/city/sources/1/runs",
      "/city/sources/1/runs/1",
      "/city/sources/1/runs/2",
      "/city/meta/versions",
    ],
    root: ["/dashboard", "/settings", "/collections/editor", "/shapes/editor", "/collections", "/shapes"],
  };
  for (const [name, paths] of Object.entries(pages)) {
    for (const path of paths) {
      it(`all texts of ${path} are taken from the words for ${name}`, async () => {
        assertNoWords(await (await asUser(name)).get(encodeURI(path)));
      });
    }
  }

  const faults: readonly (readonly [name: string, path: string, action: string, fields: Record<string, string>])[] = [
    ["ada", "/settings", "/settings/password", { current: "wrong", password: "x" }],
    ["ada", "/city/editor", "/city/editor", { change: "add-manager", user: "λάθος" }],
    ["ada", "/city/editor", "/city/editor", { change: "drop", confirmation: "λάθος" }],
    ["ada", "/city/editor/model", "/city/editor/model", { "dataset.label": "", "dataset.currency": "λάθος" }],
    ["root", "/collections/editor", "/collections/editor", { name: "λάθος λάθος", label: "" }],
  ];
  for (const [name, path, action, fields] of faults) {
    it(`errors of ${path} are said in it: ${JSON.stringify(fields)}`, async () => {
      const browser = await asUser(name);
      await browser.get(path);
      assertNoWords(await browser.send(action, fields));
    });
  }

  it("errors of signing in and registering are said in it", async () => {
    const browser = startBrowser(server, { "Accept-Language": WORDLESS });
    await browser.get("/login");
    assertNoWords(await browser.send("/login", { name: "ada", password: "wrong" }));
    await browser.get("/register");
    assertNoWords(await browser.send("/register", { name: "ada", password: "x" }));
    assertNoWords(await browser.get("/dashboard"));
  });
});
