import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { PASSWORD, type SignInServer, startSignInServer } from "../http/access/sign-in-server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
  await server.catalog.changeManagers("plans", ["bob"], []);
});
after(() => server.stop());

/** The page of a file that is not published yet. */
const DRAFT = "/datasets/new/{draft}";

async function sendFile(browser: Browser): Promise<string> {
  await browser.open(`${server.url}/datasets/new`);
  return browser.run<string>(
    `const form = new FormData(document.querySelector("main form"));
    form.set("csv_file", new File(["Date,Supplier,Amount\\n2014-03-02,<b>,1.25\\n2015-03-02,B,n/a\\n"], "<town>.csv"));
    return fetch("/datasets/new", { method: "POST", body: form }).then(({ url }) => url)`,
  );
}

describe("every page for signed-in users", { skip: missingBrowser() }, () => {
  for (const isPhone of [true, false]) {
    describe(isPhone ? "phone, dark" : "desktop, light", () => {
      let browser: Browser;
      before(async () => {
        browser = await Browser.start({ isPhone, hasScripts: true, isDark: isPhone });
        await browser.open(`${server.url}/login`);
        // The request has the cookie of the page, so the session holds for all pages opened later.
        await browser.run(
          `const form = new FormData(document.querySelector("main form"));
          form.set("name", "ada");
          form.set("password", ${JSON.stringify(PASSWORD)});
          return fetch("/login", { method: "POST", body: new URLSearchParams(form) }).then(() => null)`,
        );
      });
      after(() => browser.stop());

      for (const path of ["/dashboard", "/settings", "/plans/editor", "/plans/editor/model", "/datasets/new", DRAFT]) {
        it(path, async () => {
          await browser.complaints();
          await browser.open(path === DRAFT ? await sendFile(browser) : server.url + path);
          assert.deepEqual(await browser.complaints(), []);
          await checkScreen(browser, isPhone);
        });
      }

      it("/plans/editor/model, with the errors of a submission", async () => {
        await browser.open(`${server.url}/plans/editor/model`);
        await browser.run(
          `const form = document.querySelector("form.model");
          form.elements["dataset.currency"].value = "Taler ".repeat(30);
          form.elements.views.value = '[{"name": "x", "dimension": "dataset", "drilldown": "${"moon".repeat(30)}"}]';
          // A script that the page of the answer interrupts may run again in it, before its fields are there.
          setTimeout(() => form.submit());
          return null`,
        );
        while ((await browser.run("return document.querySelectorAll('[aria-invalid]').length")) !== 2);
        await checkScreen(browser, isPhone);
      });
    });
  }
});

/** Check that a page is the expected one, fits the screen, and is accessible. */
async function checkScreen(browser: Browser, isPhone: boolean): Promise<void> {
  const [isThere, width, room] = await browser.run<[boolean, number, number]>(
    "return [document.querySelector('main a[href$=\"/logout\"], main #drop, main #csv_file, main textarea') !== null, document.documentElement.scrollWidth, innerWidth]",
  );
  assert.ok(isThere, "the page is another one");
  const expected = isPhone ? 390 : 1280;
  assert.ok(width <= expected && room === expected, `${width} pixels wide on a screen of ${room}`);
  const narrow = "[...document.querySelectorAll('tbody th')].filter(({ offsetWidth }) => offsetWidth < 90)";
  assert.deepEqual(await browser.run(`return ${narrow}.map(({ innerText }) => innerText)`), [], "squeezed names");
  const tall = "[...document.querySelectorAll('textarea')].filter((each) => !each.value && each.offsetHeight > 150)";
  assert.deepEqual(
    await browser.run(`return ${tall}.map(({ name }) => name)`),
    [],
    "empty fields that fill the screen",
  );
  await browser.run(`${AXE}; return null`);
  const violations = await browser.run<readonly string[]>(
    "return axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
  );
  assert.deepEqual(violations, []);
}
