import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { loadPaged, loadRows, missing } from "../http/pages/page-datasets.js";
import { type LoadingServer, startLoading } from "../http/publishing/loading-server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";

const [TAB, ENTER, DOWN, SHIFT, ESCAPE] = ["\ue004", "\ue007", "\ue015", "\ue008", "\ue00c"] as const;
const DATASETS = ["al-treasury", "madrid-gastos", "tsukuba-2021"] as const;

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadPaged(server, "demo");
});
after(() => server.stop());

/** A keyboard that counts tabs. */
class Keyboard {
  tabs = 0;
  constructor(readonly browser: Browser) {}

  /** Press a key until what has the focus is called so. */
  async tabTo(name: RegExp, isBack = false): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      this.tabs++;
      await (isBack ? this.browser.chord([SHIFT, TAB]) : this.browser.press([TAB]));
      if (name.test(await this.focused())) return;
    }
    assert.fail(`no ${name} within 20 tabs`);
  }

  focused(): Promise<string> {
    return this.browser.run(
      "const { activeElement: at } = document; return (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent).trim()",
    );
  }

  async enter(until: string): Promise<void> {
    await this.browser.press([ENTER]);
    await this.browser.until(until);
  }
}

const isOpen = (id: string): string => `document.querySelector("#${id}")?.matches(":popover-open")`;
const SENTENCE = "document.querySelector('.sentence > p').textContent.replaceAll(/\\s+/g, ' ')";

describe("the explorer with a keyboard", { skip: missingBrowser() }, () => {
  let browser: Browser;
  before(async () => {
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  });
  after(() => browser.stop());

  it("leads from the home page to health in London over time in at most 20 tabs", async () => {
    await browser.open(`${server.url}/`);
    const keyboard = new Keyboard(browser);
    await keyboard.tabTo(/^Skip/);
    await keyboard.enter("document.activeElement.id === 'main'");
    await keyboard.tabTo(/^Public spending in the United Kingdom/);
    await keyboard.enter("location.pathname === '/uk-spending' && document.activeElement.id === 'main'");
    await keyboard.tabTo(/^Explore$/);
    await keyboard.enter("location.pathname.endsWith('/explore') && document.activeElement.id === 'main'");
    for (const [field, name, value] of [
      ["function.label", "Function", "Health"],
      ["region.label", "Region", "London"],
    ] as const) {
      if (field.startsWith("f")) await keyboard.tabTo(/^Filter$/);
      await keyboard.enter(isOpen("part-filter"));
      await browser.until("document.activeElement.matches('#part-filter select')");
      await browser.press([...name]);
      await browser.until(`document.activeElement.value === ${JSON.stringify(field)}`);
      await keyboard.tabTo(/^is$/);
      await browser.press([...value]);
      await keyboard.enter(`${SENTENCE}.toLowerCase().includes(${JSON.stringify(value.toLowerCase())})`);
      assert.equal(await keyboard.focused(), "Filter", "the reader goes on where the choice was made");
    }
    await keyboard.tabTo(/^2009–10$/, true);
    await keyboard.enter(isOpen("part-time"));
    assert.equal(await keyboard.focused(), "All years");
    await keyboard.enter("document.querySelector('svg.chart.line.wide') !== null");
    assert.equal(
      await browser.run(`return ${SENTENCE}`),
      "Spending on health in London by function and year, 2004–05 to 2010–11",
    );
    assert.ok(keyboard.tabs <= 20, `${keyboard.tabs} tabs`);
  });

  it("leads there by the search of the home page, too", async () => {
    await browser.open(`${server.url}/`);
    const keyboard = new Keyboard(browser);
    await keyboard.tabTo(/^Skip/);
    await keyboard.enter("document.activeElement.id === 'main'");
    await keyboard.tabTo(/./);
    await browser.press([..."London"]);
    await browser.until("document.querySelector('[role=option]') !== null");
    await browser.press([DOWN]);
    await keyboard.enter("location.pathname === '/uk-spending/region/UKI' && document.activeElement.id === 'main'");
    await keyboard.tabTo(/^Health/);
    await keyboard.enter("location.search.includes('function%3A07')");
    assert.ok(keyboard.tabs <= 20, `${keyboard.tabs} tabs`);
  });

  it("closes its choices with Escape, takes the last one back, and says so", async () => {
    await browser.open(`${server.url}/uk-spending/explore?drilldown=function&cut=year:2009|region:UKI`);
    const before = await browser.run(`return ${SENTENCE}`);
    await browser.click("[popovertarget=part-cut-1]");
    await browser.until(isOpen("part-cut-1"));
    await browser.press([ESCAPE]);
    await browser.until(`!${isOpen("part-cut-1")}`);
    assert.equal(await browser.run("return document.querySelector('[data-undo]')"), null);
    await browser.click("[popovertarget=part-cut-1]");
    await browser.click("#part-cut-1 a[href*=UKM]");
    await browser.until(`${SENTENCE}.includes("Scotland")`);
    assert.match(await browser.run("return document.querySelector('[role=status]').textContent"), /Scotland/);
    await browser.click("[data-undo]");
    await browser.until(`${SENTENCE} === ${JSON.stringify(before)}`);
  });
});

describe("the explorer on a phone", { skip: missingBrowser() }, () => {
  let browser: Browser;
  before(async () => {
    browser = await Browser.start({ isPhone: true, hasScripts: true, isDark: false });
  });
  after(() => browser.stop());

  const TOP =
    "return document.querySelector('figure svg.chart.narrow, figure svg.chart, figure table').getBoundingClientRect().top";
  for (const state of [
    "",
    "?drilldown=function&cut=year:2009|region:UKI&against=region:UKM",
    "?drilldown=function|time.year&cut=region:UKI|function:07",
    "?drilldown=region|function&cut=year:2009",
    "?drilldown=subfunction&cut=year:[2005 TO 2007]|function:07|region:UKI&chart=bars",
  ]) {
    it(`begins its chart within the first 400 pixels, of /uk-spending/explore${state}`, async () => {
      await browser.open(`${server.url}/uk-spending/explore${state}`);
      const top = await browser.run<number>(TOP);
      assert.ok(top <= 400, `${top}`);
    });
  }
  for (const name of DATASETS) {
    it(`begins its chart within the first 400 pixels, of ${name}`, { skip: missing(name) }, async () => {
      await loadPaged(server, name);
      await browser.open(`${server.url}/${name}/explore`);
      const top = await browser.run<number>(TOP);
      assert.ok(top <= 400, `${top}`);
    });
  }

  it("has targets of 44 pixels for its parts, and no wider page", async () => {
    await browser.open(`${server.url}/uk-spending/explore?drilldown=function&cut=year:2009|region:UKI`);
    const heights = await browser.run<readonly number[]>(
      "return [...document.querySelectorAll('.part')].map((each) => each.getBoundingClientRect().height)",
    );
    assert.ok(
      heights.every((each) => each >= 44),
      heights.join(),
    );
    assert.equal(await browser.run("return document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("keeps each row of choices in one line, which fades out where it goes on", async () => {
    for (const name of ["uk-population", "uk-gdp-deflator-hmt-fy"]) {
      const [model, rows] = ["model.json", "data.csv"].map((file) =>
        readFileSync(path.join("demo", name, file), "utf8"),
      );
      await loadRows(server, JSON.parse(model!), rows!);
    }
    await browser.open(`${server.url}/uk-spending/explore?drilldown=function&cut=year:2009`);
    const rows = await browser.run<readonly (readonly [number, string])[]>(
      "for (const each of document.querySelectorAll('details')) each.open = true;" +
        "return [...document.querySelectorAll('.chips:not(.said)')].map((each) => [each.offsetHeight, getComputedStyle(each).maskImage])",
    );
    assert.equal(rows.length, 1, "amounts as paid, in prices of a year and per person; years are in the sentence");
    for (const [height, mask] of rows) {
      assert.ok(height > 0 && height < 60, `${height} pixels`);
      assert.match(mask, /gradient\(to right/);
    }
  });
});

describe("the explorer without scripts", { skip: missingBrowser() }, () => {
  it("is changed by links and small forms", async () => {
    const browser = await Browser.start({ isPhone: false, hasScripts: false, isDark: false });
    try {
      await browser.open(`${server.url}/uk-spending/explore?drilldown=function&cut=year:2009|region:UKI`);
      await browser.click("[popovertarget=part-other]");
      await browser.click("#part-other a[href*='against=region%3AUKM']");
      await browser.until(`${SENTENCE}.includes("compared with Scotland")`);
      await browser.click("[popovertarget=part-cut-1]");
      await browser.type("#part-cut-1-find", "Wales");
      await browser.click("#part-cut-1 form button");
      await browser.until(`${SENTENCE}.includes("in Wales")`);
    } finally {
      await browser.stop();
    }
  });
});
