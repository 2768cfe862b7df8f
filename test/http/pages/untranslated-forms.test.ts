import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ownerCalled } from "#src/store/disk/owners.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { offerWords } from "#src/web/words/languages.js";
import { doneRun, spendingEngine } from "../../fixtures.js";
import { PASSWORD, type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { beginDraft, check, columnField, fieldsIn, post, whenDone } from "../publishing/draft-browser.js";
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

/** A table as offices publish it: titles above, years as columns, a currency in the cells, totals and notes. */
const MESSY = `Δήμος;;;;
Σε EUR;;;;
;;;;
Τομέας;Γραμμή;2019;2020;2021
${["Σχολεία", "Δρόμοι", "Πάρκα"]
  .map((area, at) => {
    const cells = (line: number): number[] => [0, 1, 2].map((year) => (at + 1) * 1234 + line * 17 + year * 11);
    const lines = [1, 2, 3, 4, 5, 6].map((line) => cells(line));
    const sums = [0, 1, 2].map((year) => lines.reduce((sum, own) => sum + own[year]!, 0));
    const rows = lines.map((own, line) => `${area};Γραμμή ${line + 1};${own[0]},50 EUR;${own[1]},00;${own[2]},25`);
    return [...rows, `Σύνολο ${area};;${sums[0]! + 3},00;${sums[1]},00;${sums[2]! + 1},50`].join("\n");
  })
  .join("\n")}
;;;;
Πηγή: ο ταμίας;;;;
`;

/** A budget of two directions, with functions in two columns. */
const BUDGET = `Κωδικός;Οικονομικό έτος;Κωδικός λειτουργίας;Λειτουργία;Κωδικός δράσης;Δράση;Είδος;Ποσό
${Array.from({ length: 120 }, (_, at) => {
  const [one, two] = [1 + (at % 4), 1 + ((at >> 2) % 3)];
  const kind = ["Έσοδα", "Έξοδα"][(at >> 3) % 2];
  return `${at};${2013 + (at % 3)};0${one};Λειτουργία ${one};0${one}.${two};Δράση ${one} ${two};${kind};${at},25`;
}).join("\n")}
`;

/** Payments with cells that cannot be read, and dates in two orders. */
const WRONG = `Α;Ημερομηνία;Ποσό;Τι
Α1;05.01.2024;1.234,50;Ενοίκιο
Α2;6.1.2024;χ;Καύσιμα
;;;
Α3;07.01.2024;2,00;
${Array.from({ length: 20 }, (_, at) => `Μ${at};31.01.2024;${at},50;Καύσιμα`).join("\n")}
`;

describe("in a language of no words, the form that publishes a file", () => {
  for (const [name, file] of Object.entries({ MESSY, BUDGET, WRONG })) {
    it(`takes all texts of a new file from the words: ${name}`, async () => {
      const [, page] = await beginDraft(server, await asUser("ada"), file, "Πόλη.csv");
      assertNoWords(page);
    });
  }

  it("takes what it says of a checked file from the words", async () => {
    const ada = await asUser("ada");
    for (const file of [BUDGET, WRONG]) {
      const [path, page] = await beginDraft(server, ada, file, "Πόλη.csv");
      assertNoWords(await check(server, ada, path, fieldsIn(page)));
      await post(server, ada, path, { ...fieldsIn(await ada.get(path)), do: "json" });
      assertNoWords(await whenDone(ada, path));
    }
  });

  it("says its errors in it", async () => {
    const root = await asUser("root");
    const [path, page] = await beginDraft(server, root, WRONG, "Πόλη.csv");
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
