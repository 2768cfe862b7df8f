import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { offerWords } from "#src/web/words/languages.js";
import { PASSWORD, type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { beginDraft, check, columnField, fieldsIn, post, whenDone } from "../publishing/draft-browser.js";
import type { Response } from "../client.js";
import { bracketErrors, bracketWords, strayWords, WORDLESS } from "./bracketed-words.js";
import { type Browser, startBrowser } from "./browser.js";
import { BUDGET_TABLE, MESSY_TABLE, publishCity, SIGNED_IN, WRONG_TABLE } from "./wordless-city.js";

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
  await publishCity(server);
});
after(async () => {
  await server.lock.idle();
  await server.stop();
  withdraw();
});

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
  for (const [name, paths] of Object.entries(SIGNED_IN)) {
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

describe("in a language of no words, the form that publishes a file", () => {
  for (const [name, file] of Object.entries({ MESSY_TABLE, BUDGET_TABLE, WRONG_TABLE })) {
    it(`takes all texts of a new file from the words: ${name}`, async () => {
      const [, page] = await beginDraft(server, await asUser("ada"), file, "Πόλη.csv");
      assertNoWords(page);
    });
  }

  it("takes what it says of a checked file from the words", async () => {
    const ada = await asUser("ada");
    for (const file of [BUDGET_TABLE, WRONG_TABLE]) {
      const [path, page] = await beginDraft(server, ada, file, "Πόλη.csv");
      assertNoWords(await check(server, ada, path, fieldsIn(page)));
      await post(server, ada, path, { ...fieldsIn(await ada.get(path)), do: "json" });
      assertNoWords(await whenDone(ada, path));
    }
  });

  it("says its errors in it", async () => {
    const root = await asUser("root");
    const [path, page] = await beginDraft(server, root, WRONG_TABLE, "Πόλη.csv");
    const fields = fieldsIn(page);
    const wrong = {
      "dataset-label": "",
      "dataset-currency": "λάθος",
      [columnField(fields, "Ημερομηνία", "role")]: "none",
    };
    await post(server, root, path, { ...fields, ...wrong, do: "check" });
    assertNoWords(await whenDone(root, path));
    const [empty] = await beginDraft(server, root, "\n", "Πόλη.csv");
    assertNoWords(await whenDone(root, empty));
  });
});
