import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, SPENDING, spendingDataset } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { sampleDatasets } from "./sample.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const DOWN = "\ue015";
const UP = "\ue013";
const ENTER = "\ue007";
const ESCAPE = "\ue00c";

/** Scripts that return facts about the search box and its list. */
const OPTIONS = `[...document.querySelectorAll('.suggestions [role="option"]')]`;
const CHOSEN = `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))`;

/** A dataset whose years begin in April. */
const fiscal = spendingDataset([{ id: "a", paid: 100n, date: "2009" }], {
  model: parseModel({
    ...SPENDING,
    dataset: { ...SPENDING.dataset, name: "fiscal", label: "Fiscal budget" },
    mapping: {
      ...SPENDING.mapping,
      time: { ...SPENDING.mapping.time, precision: "year", fiscal_year: { starts: "04-01", named: "both" } },
    },
  }).model,
});

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf([...sampleDatasets(), fiscal])));
});
after(() => server.stop());

describe("suggestions in the search box", { skip: missingBrowser() }, () => {
  for (const isPhone of [true, false]) {
    describe(isPhone ? "phone, dark" : "desktop, light", () => {
      let browser: Browser;
      before(async () => {
        browser = await Browser.start({ isPhone, hasScripts: true, isDark: isPhone });
      });
      after(() => browser.stop());

      const type = async (): Promise<void> => {
        await browser.open(`${server.url}/datasets`);
        await browser.type('header input[type="search"]', "func");
        await browser.until(`${OPTIONS}.length > 1`);
      };

      it("are chosen with the arrow keys and opened with Enter", async () => {
        await type();
        const last = await browser.run<string>(`return ${OPTIONS}.at(-1).id`);
        await browser.press([DOWN, UP, UP]);
        assert.equal(await browser.run(`return ${CHOSEN}.id`), last);
        assert.equal(await browser.run(`return ${CHOSEN}.getAttribute("aria-selected")`), "true");
        await browser.press([DOWN, DOWN]);
        const href = await browser.run<string>(`return ${CHOSEN}.href`);
        await browser.press([ENTER]);
        await browser.until(`location.href === ${JSON.stringify(href)}`);
        assert.equal(await browser.run(`return ${OPTIONS}.length`), 0);
      });

      it("name fiscal years by both of their years", async () => {
        await browser.open(`${server.url}/datasets`);
        await browser.type('header input[type="search"]', "fiscal");
        await browser.until(`${OPTIONS}.length > 0`);
        assert.match(await browser.run(`return ${OPTIONS}[0].textContent`), /in 2009–10$/);
      });

      it("go away with Escape, and the text stays", async () => {
        await type();
        await browser.press([ESCAPE]);
        assert.equal(await browser.run(`return ${OPTIONS}.length`), 0);
        assert.equal(await browser.run(`return document.activeElement.value`), "func");
        assert.equal(await browser.run(`return document.activeElement.getAttribute("aria-expanded")`), "false");
      });

      it("fit on the screen and can be used by everybody", async () => {
        await type();
        assert.equal(await browser.run("return document.documentElement.scrollWidth <= innerWidth"), true);
        await browser.run(`${AXE}; return null`);
        const violations = await browser.run<readonly string[]>(
          `return axe.run().then(({ violations }) => violations.map((each) => each.id + ": " + each.nodes.map(({ html }) => html).join()))`,
        );
        assert.deepEqual(violations, []);
        assert.deepEqual(await browser.complaints(), []);
      });
    });
  }
});
