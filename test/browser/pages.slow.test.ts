import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, type BrowserStyle, missingBrowser } from "#scripts/browser.js";
import { sampleDatasets } from "./sample.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PAGES = [
  "/",
  "/datasets?q=town",
  "/town",
  "/town?_view=region&year=all",
  "/town/dimensions",
  "/town/cofog1",
  "/town/region?q=region+1",
  "/town/cofog1/1",
  "/town/time/2009-02-11",
  "/town/entries?q=function&filter=region:Region+1&min=0",
  `/town/entries/${"7".padStart(40, "0")}`,
  "/town/sources",
  "/town/explore",
  "/town/explore?drilldown=region|cofog1&chart=bars",
  "/town/explore?drilldown=cofog1&chart=line",
  "/town/explore?drilldown=region|cofog1&chart=pivot",
  "/town/explore?drilldown=region|year&chart=stacked",
  "/town/explore?drilldown=region|year&chart=stacked-share",
  "/town/explore?drilldown=region|cofog1&chart=multiples",
  "/town/explore?drilldown=region&cut=year:2009&against=year:2008&chart=dots",
  "/town/explore?drilldown=region|cofog1&chart=icicle",
  "/town/explore?drilldown=region|cofog1&chart=flow",
  "/town/explore?drilldown=time.yearmonth&chart=calendar",
  "/budget/explore?drilldown=cofog1|region&chart=flow",
  "/town/explore?drilldown=region&cut=year:2009&against=year:2008&having=amount:[1 TO *]&top=3",
  "/town/embed?drilldown=cofog1",
  "/budget",
  "/budget?year=2010&all=stage",
  "/budget?year=2010&cut=cofog1:3",
  "/budget/cofog1/3",
  "/budget/explore?drilldown=side|year",
  "/budget/explore?drilldown=region&cut=cofog1:3",
  "/budget/embed?drilldown=cofog1&chart=line",
  "/hostile",
  "/hostile/region",
  "/hostile/cofog1/0",
  "/hostile/entries",
  "/hostile/explore?drilldown=region",
  "/empty",
  "/search?q=function",
  "/search?q=script",
  "/api",
  "/explore/tax?income=30000&smoker=no",
  "/nothing",
  "/town/nothing",
  "/town/entries?q=(&min=x&measure=y&page=none",
  "/town/explore?drilldown=regio&chart=x&order=y&field=z&value=1",
  "/search?q=(&dataset=tow",
  "/explore/tax?income=much&smoker=x",
];

/** The regions under the third function of the budget. */
const REGIONS_OF_3 = Array.from({ length: 80 }, (_, at) => at)
  .filter((at) => at % 5 === 3)
  .map((at) => `Region ${at % 61}`);

const STYLES: readonly BrowserStyle[] = [
  { isPhone: false, hasScripts: true, isDark: false },
  { isPhone: false, hasScripts: false, isDark: true },
  { isPhone: true, hasScripts: true, isDark: true },
  { isPhone: true, hasScripts: false, isDark: false },
];

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe("every page", { skip: missingBrowser() }, () => {
  for (const style of STYLES) {
    const name = `${style.isPhone ? "phone" : "desktop"}, ${style.isDark ? "dark" : "light"}, scripts ${style.hasScripts ? "on" : "off"}`;
    describe(name, () => {
      let browser: Browser;
      before(async () => {
        browser = await Browser.start(style);
      });
      after(() => browser.stop());

      for (const path of PAGES) {
        it(path, async () => {
          await browser.complaints();
          await browser.requested();
          await browser.open(server.url + path);
          const complaints = await browser.complaints();
          // The page itself reports missing resources and invalid requests.
          assert.deepEqual(
            complaints.filter((each) => !/ 40[04] \((?:Not Found|Bad Request)\)/.test(each)),
            [],
          );
          for (const url of await browser.requested()) {
            assert.ok(url.startsWith(`${server.url}/`) || url.startsWith("data:"), `asked for ${url}`);
          }
          const [title, width, room] = await browser.run<[string, number, number]>(
            "return [document.title, document.documentElement.scrollWidth, innerWidth]",
          );
          assert.notEqual(title, "broken");
          assert.ok(width <= room, `${width} pixels wide on a screen of ${room}`);
          // axe cannot run without scripts, and the page is the same.
          if (!style.hasScripts) return;
          await browser.run(`${AXE}; return null`);
          const violations = await browser.run<Violation[]>(
            'return axe.run({ rules: { "target-size": { enabled: true } } }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })) })))',
          );
          assert.deepEqual(violations, []);
        });
      }
    });
  }
});

describe("with scripts", { skip: missingBrowser() }, () => {
  let browser: Browser;
  before(async () => {
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  });
  after(() => browser.stop());

  /** Wait until a condition is true in the page; WebDriver gives up after half a minute. */
  const until = (condition: string): Promise<unknown> =>
    browser.run(
      `return new Promise((resolve) => { const look = () => (${condition}) ? resolve(true) : requestAnimationFrame(look); look(); })`,
    );

  it("a link replaces the page without a reload, and so does the back button", async () => {
    await browser.open(`${server.url}/town`);
    await browser.run("window.stays = true; document.querySelector('.grid a[href$=\"/cofog1\"]').click()");
    await until(
      "location.pathname === '/town/cofog1' && document.querySelector('h1').textContent.startsWith('Town spending by ')",
    );
    assert.equal(await browser.run("return window.stays"), true, String(await browser.complaints()));
    await browser.back();
    await until("document.querySelector('h1').textContent === 'Town spending'");
    assert.equal(await browser.run("return window.stays"), true);
  });

  it("a form replaces the page without a reload, and omits empty fields from the address", async () => {
    await browser.open(`${server.url}/town/explore`);
    await browser.run(
      "window.stays = true; document.querySelector('#by').value = 'region'; document.querySelector('.bar-form').requestSubmit()",
    );
    await until("new URLSearchParams(location.search).get('drilldown') === 'region'");
    await until("document.querySelector('table.figures th').textContent.trim() === 'region'");
    assert.equal(await browser.run("return window.stays"), true);
    assert.equal(await browser.run("return location.search.includes('order=')"), false);
  });

  it("a click on a tile goes one level down, and a link one level up", async () => {
    await browser.open(`${server.url}/town/explore?drilldown=cofog1&cut=time.year:2009`);
    await browser.run(
      "document.querySelector('svg.wide a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))",
    );
    await until("(new URLSearchParams(location.search).get('cut') ?? '').includes('cofog1:')");
    await until("[...document.querySelectorAll('a')].some((each) => each.textContent === 'Up one level')");
    await browser.run(
      "[...document.querySelectorAll('a')].find((each) => each.textContent === 'Up one level').click()",
    );
    await until("new URLSearchParams(location.search).get('cut') === 'time.year:2009'");
  });

  it("a click on a row opens the level below in place", async () => {
    await browser.open(`${server.url}/budget?year=2010&cut=side:expenditure`);
    await browser.run("window.stays = true; document.querySelector('#split ~ figure tbody th a').click()");
    await until("document.querySelector('[aria-label=Levels]')");
    assert.equal(await browser.run("return window.stays"), true);
    const top = await browser.run<number>("return document.querySelector('#split').getBoundingClientRect().top");
    assert.ok(Math.abs(top) < 5, `${top} px below the top`);
    await browser.run("document.querySelector('[aria-label=Levels] a').click()");
    await until("document.querySelector('[aria-label=Levels]') === null");
    assert.deepEqual(await browser.complaints(), []);
  });

  it("a filter of a lower level suggests only what is under the chosen member", async () => {
    await browser.open(`${server.url}/budget/explore?drilldown=region&cut=cofog1:3`);
    await browser.run(
      "document.querySelector('#field').value = 'region'; const input = document.querySelector('#value'); input.value = 'region'; input.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    await until("document.querySelectorAll('datalist option').length > 0");
    const offered = await browser.run<string[]>(
      "return [...document.querySelectorAll('datalist option')].map(({ value }) => value)",
    );
    const under = new Set(REGIONS_OF_3);
    assert.deepEqual(
      offered.filter((each) => !under.has(each)),
      [],
    );
  });

  it("the list of datasets is found while the reader types, with the filters, and the field keeps the focus", async () => {
    await browser.open(`${server.url}/datasets?category=spending`);
    await browser.run(
      "window.stays = true; const input = document.querySelector('form.find #q'); input.focus(); input.value = 'xyzzy'; input.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    await until("document.querySelector('#found .facts').textContent.includes('0 datasets')");
    assert.deepEqual(
      await browser.run(
        "return [window.stays, document.activeElement.id, location.search, document.querySelectorAll('#found').length]",
      ),
      [true, "q", "?q=xyzzy&category=spending", 1],
    );
    await browser.run(
      "const input = document.querySelector('form.find #q'); input.value = ''; input.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    await until("location.search === '?category=spending'");
    assert.deepEqual(await browser.complaints(), []);
  });

  it("a search field suggests members", async () => {
    await browser.open(`${server.url}/town/region`);
    await browser.run(
      "const input = document.querySelector('#q'); input.value = 'region 1'; input.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    await until("document.querySelectorAll('datalist option').length > 5");
    assert.equal(await browser.run("return document.querySelector('datalist option').value"), "Region 1");
  });

  it("a chart can be saved as PNG", async () => {
    await browser.open(`${server.url}/town/explore?drilldown=cofog1&chart=bars`);
    await browser.run(
      "HTMLAnchorElement.prototype.click = function () { window.saved = this.href }; document.querySelector('[data-png]').click()",
    );
    await until("window.saved?.startsWith('data:image/png;base64,') && window.saved.length > 2000");
    assert.deepEqual(await browser.complaints(), []);
  });

  it("a part of a chart shows its exact amount and its share under the pointer and with the focus", async () => {
    await browser.open(`${server.url}/town/explore?drilldown=cofog1&cut=time.year:2009`);
    const shown = "document.querySelector('.tip:not([hidden])')?.textContent ?? ''";
    const over = "new PointerEvent('pointerover', { bubbles: true, clientX: 60, clientY: 400 })";
    await browser.run(`document.querySelector('svg.wide a rect, svg.wide g rect').dispatchEvent(${over})`);
    await until(`/: .[\\d,.]+.*% of the total/.test(${shown})`);
    await browser.run("document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))");
    await until(`${shown} === ''`);
    await browser.run("document.querySelector('svg.wide a').focus()");
    await until(`/% of the total/.test(${shown})`);
    const tap = "new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' })";
    const isKept = await browser.run<boolean>(
      `return !document.querySelectorAll('svg.wide a')[1].dispatchEvent(${tap})`,
    );
    assert.ok(isKept, "the first tap is followed");
    assert.deepEqual(await browser.complaints(), []);
  });

  it("a cross-hair on lines shows all of a period", async () => {
    await browser.open(`${server.url}/town/explore?drilldown=cofog1&chart=line`);
    const points = await browser.run<number>(`
      const chart = document.querySelector('svg.line.wide');
      const { left, width, top } = chart.getBoundingClientRect();
      const move = { bubbles: true, clientX: left + width / 2, clientY: top + 20 };
      chart.dispatchEvent(new PointerEvent('pointermove', move));
      const x = chart.querySelector('.hair').getAttribute('x1');
      return [...chart.querySelectorAll('circle')].filter((point) => point.getAttribute('cx') === x).length`);
    assert.ok(points > 1);
    assert.equal(await browser.run("return document.querySelectorAll('.tip p').length"), points);
    const [period, names, figures, lefts, rights, colors] = await browser.run<
      [string, string[], string[], number[], number[], string[]]
    >(`
      const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
      return [
        document.querySelector('.tip div').textContent,
        all('.tip p span', (each) => each.textContent),
        all('.tip p b', (each) => each.textContent),
        all('.tip p span', (each) => each.getBoundingClientRect().left),
        all('.tip p b', (each) => each.getBoundingClientRect().right),
        all('.tip p i', (each) => each.style.background),
      ]`);
    assert.match(period, /^20\d\d$/);
    assert.deepEqual(
      names.map((name) => name.replace(/[\u2066-\u2069]/g, "").replace(/ \d$/, "")),
      Array.from({ length: points }, () => "Function number"),
    );
    // As on the axis, such as €1.23K.
    for (const figure of figures) assert.match(figure, /^-?€[\d.,]+[KM]?$/);
    assert.equal(new Set(lefts).size, 1, "names in a column");
    assert.equal(new Set(rights.map(Math.round)).size, 1, "figures in a column");
    assert.ok(colors.every((each) => each.startsWith("rgb(")));
    const drawn = await browser.run<string[]>(
      "return [...document.querySelectorAll('svg.line.wide circle')].map((each) => getComputedStyle(each).fill)",
    );
    assert.deepEqual(new Set(colors), new Set(drawn), "a swatch of each line");
    assert.deepEqual(await browser.complaints(), []);
  });
});
