import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { sampleDatasets } from "./sample.js";

describe("the style of pages", { skip: missingBrowser() }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    await browser.open(server.url);
    await browser.resize(1280);
  });
  after(async () => {
    await browser.stop();
    await server.stop();
  });

  it("keeps the spaces of a label before a name in it", async () => {
    await browser.open(`${server.url}/town`);
    const text = await browser.run<string>(
      `const chip = document.querySelector(".chips a");
      chip.innerHTML = "share of <bdi>GDP</bdi> (<bdi>of a country</bdi>)";
      return chip.innerText`,
    );
    assert.equal(text, "share of GDP (of a country)");
  });

  for (const language of ["en", "he", "ar"])
    it(`puts the last digits of amounts below each other in ${language}`, async () => {
      await browser.open(`${server.url}/town/explore?drilldown=cofog1|region&chart=pivot&lang=${language}`);
      const rights = await browser.run<number[][]>(
        `const rows = [...document.querySelectorAll(".crosstab tbody tr")];
        return [...rows[0].querySelectorAll("td")].map((_, at) => rows.flatMap((row) => {
          const cell = row.querySelectorAll("td")[at];
          const range = document.createRange();
          range.selectNodeContents(cell.querySelector("a") ?? cell);
          return /[0-9]/.test(cell.textContent) ? [Math.round(range.getBoundingClientRect().right)] : [];
        }))`,
      );
      assert.ok(rights.some((each) => each.length > 1));
      for (const each of rights) assert.ok(new Set(each).size <= 1, each.join(" "));
    });

  it("keeps the words of filters whole beside amounts of any length", async () => {
    await browser.open(`${server.url}/town/entries`);
    const lines = await browser.run<number[]>(
      `const links = [...document.querySelectorAll(".facet li a")];
      return links.map((link) => {
        link.innerHTML = "<bdi>Municipality Authorities</bdi>";
        link.nextElementSibling.innerHTML = "<span class=sum>1,234.56 billion</span> 1,234,567";
        const text = link.firstChild.firstChild;
        const words = [[0, 12], [13, 24]].map(([from, to]) => {
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, to);
          return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
        });
        const [outer, list] = [link.parentElement, link.closest("ul")];
        return Math.max(...words, outer.scrollWidth > list.clientWidth ? 9 : 0);
      })`,
    );
    assert.ok(lines.length > 3);
    assert.deepEqual(new Set(lines), new Set([1]));
  });

  it("writes the label of a box beside it in forms", async () => {
    await browser.open(`${server.url}/town`);
    const apart = await browser.run<number>(
      `const form = document.querySelector("main").appendChild(document.createElement("form"));
      form.className = "fields-form";
      form.innerHTML = '<p class="tick"><input id="box" type="checkbox"> <label for="box">Key</label></p>';
      const [box, label] = [form.querySelector("input"), form.querySelector("label")].map((each) => each.getBoundingClientRect());
      return Math.abs((box.top + box.bottom - label.top - label.bottom) / 2)`,
    );
    assert.ok(apart <= 2, `${apart} pixels`);
  });

  it("leaves no half of a row empty beside the last of an odd number of tables", async () => {
    await browser.open(`${server.url}/town`);
    const [own, others] = await browser.run<[number, number]>(
      `const columns = document.createElement("div");
      document.querySelector("main").prepend(columns);
      columns.className = "columns";
      columns.innerHTML = "<div>1</div><div>2</div><div>3</div>";
      return [...columns.children].map((each) => each.getBoundingClientRect().width / columns.clientWidth).slice(1).toReversed()`,
    );
    assert.ok(own > 0.99 && others < 0.5, `${own}, ${others}`);
  });

  it("has what is chosen readable in the colours of a reader", async () => {
    await browser.forceColors(true);
    await browser.open(`${server.url}/town`);
    const colors = await browser.run<[string[], string]>(
      `const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "forced-color-adjust: none; color: HighlightText; background: Highlight";
      const pairOf = (element) => getComputedStyle(element).color + " on " + getComputedStyle(element).backgroundColor;
      const chosen = [".tabs a[aria-current]", ".chips a[aria-current]", ".button.main"];
      return [chosen.map((each) => pairOf(document.querySelector(each))), pairOf(probe)]`,
    );
    await browser.forceColors(false);
    assert.deepEqual(colors[0], [colors[1], colors[1], colors[1]]);
  });

  it("writes the sentence of the explorer on phones with its commas after the words", async () => {
    await browser.resize(390);
    await browser.open(`${server.url}/town/explore?drilldown=cofog1&cut=year:2009`);
    const gaps = await browser.run<number[]>(
      `const texts = [...document.querySelector(".sentence > p").childNodes].filter(({ nodeType, data }) => nodeType === 3 && /^\\s*,/.test(data));
      return texts.map((text) => {
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(","));
        range.setEnd(text, text.data.indexOf(",") + 1);
        return range.getBoundingClientRect().left - text.previousSibling.getBoundingClientRect().right;
      })`,
    );
    await browser.resize(1280);
    assert.ok(gaps.length > 0);
    for (const gap of gaps) assert.ok(gap < 2, `${gap} pixels`);
  });
});
