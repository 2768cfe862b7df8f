import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { contextOf } from "../fixtures.js";
import { bracketErrors, bracketWords, WORDLESS } from "../http/pages/bracketed-words.js";
import { TRANSLATED } from "../http/pages/translated-pages.js";
import { wordlessDatasets } from "../http/pages/wordless-datasets.js";
import { PASSWORD, type SignInServer, startSignInServer } from "../http/access/sign-in-server.js";
import { startBrowser } from "../http/pages/browser.js";
import { BUDGET_TABLE, publishCity, SIGNED_IN, WRONG_TABLE } from "../http/pages/wordless-city.js";
import { beginDraft, check, fieldsIn } from "../http/publishing/draft-browser.js";
import { startTestServer, type TestServer } from "../http/server.js";

/** Widths of phones, and of a desktop. */
const WIDTHS = [320, 390, 1280];

describe("pages in a language whose texts are a third longer", { skip: missingBrowser() }, () => {
  let server: TestServer;
  let browser: Browser;
  let withdraw: () => void;
  before(async () => {
    withdraw = offerWords(WORDLESS, bracketWords());
    server = await startTestServer(makeRoutes(contextOf(wordlessDatasets())));
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  });
  after(async () => {
    await browser.stop();
    await server.stop();
    withdraw();
  });

  for (const path of TRANSLATED.filter((each) => !each.includes(".svg"))) {
    it(`have room for ${path}`, () => assertRoom(browser, server.url + inWordless(path)));
  }
});

describe("pages of publishers in a language whose texts are a third longer", { skip: missingBrowser() }, () => {
  let server: SignInServer;
  let browser: Browser;
  let withdraw: () => void;
  before(async () => {
    withdraw = offerWords(WORDLESS, bracketWords(), bracketErrors());
    server = await startSignInServer();
    await publishCity(server);
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    await browser.open(server.url + inWordless("/login"));
    await browser.type("#name", "ada");
    await browser.type("#password", PASSWORD);
    await browser.click("main form button");
    await browser.until(`location.pathname === "/dashboard"`);
  });
  after(async () => {
    await browser.stop();
    await server.lock.idle();
    await server.stop();
    withdraw();
  });

  for (const path of SIGNED_IN.ada.filter((each) => each !== "/logout")) {
    it(`have room for ${path}`, () => assertRoom(browser, server.url + inWordless(encodeURI(path))));
  }

  it("have room for the form of a new file, and for what it says of a checked one", async () => {
    const ada = startBrowser(server, { "Accept-Language": WORDLESS });
    await ada.get("/login");
    await ada.send("/login", { name: "ada", password: PASSWORD });
    for (const table of [BUDGET_TABLE, WRONG_TABLE]) {
      const [path, page] = await beginDraft(server, ada, table, "Πόλη.csv");
      if (table === WRONG_TABLE) await check(server, ada, path, fieldsIn(page));
      await assertRoom(browser, server.url + inWordless(path));
    }
  });
});

/** Assert that no page is wider than its window, in any of the widths. */
async function assertRoom(browser: Browser, url: string): Promise<void> {
  const wide: number[] = [];
  await browser.open(url);
  assert.equal(await browser.run("return document.documentElement.lang"), WORDLESS);
  for (const width of WIDTHS) {
    await browser.resize(width);
    const [needed, room] = await browser.run<[number, number]>(
      "return [document.documentElement.scrollWidth, innerWidth]",
    );
    assert.equal(room, width);
    if (needed > room) wide.push(width);
  }
  assert.deepEqual(wide, []);
}

/** Ask for a page in the language by its address, which browsers prefer to no header. */
function inWordless(path: string): string {
  if (path.includes("lang=")) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${WORDLESS}`;
}
