import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { servePage } from "./other-site.js";
import { sampleDatasets } from "./sample.js";

/** Expression that is true once the style sheet is there: a busy browser may say earlier that a page is loaded. */
const STYLED = "getComputedStyle(document.documentElement).colorScheme !== 'normal'";

describe("a frame on a page of another site", { skip: missingBrowser() }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: true });
  });
  after(async () => {
    await browser.stop();
    await server.stop();
  });

  const textsToCopy = (path: string): Promise<string[]> =>
    browser
      .open(server.url + path)
      .then(() => browser.run("return [...document.querySelectorAll('textarea')].map(({ value }) => value)"));

  it("has no border, and is as high as its chart", async () => {
    const [frame, script] = await textsToCopy("/town/explore?drilldown=cofog1&chart=bars");
    const site = await servePage(`<!doctype html><body style="width: 900px">${frame}${script}`);
    try {
      await browser.open(site.url);
      await browser.until("document.querySelector('iframe').height !== '640'");
      const height = await browser.run<number>("return document.querySelector('iframe').offsetHeight");
      await browser.enterFrame(0);
      const [inside, room] = await browser.run<[number, number]>(
        "return [document.documentElement.scrollHeight, innerHeight]",
      );
      assert.ok(inside <= room && height === room, `${inside} of ${room} pixels, in a frame of ${height}`);
      await browser.run("document.querySelector('details').open = true");
      await browser.enterFrame(null);
      await browser.until(`document.querySelector('iframe').offsetHeight > ${height}`);
      assert.equal(
        await browser.run("return getComputedStyle(document.querySelector('iframe')).borderTopWidth"),
        "0px",
      );
      assert.deepEqual(await browser.complaints(), []);
    } finally {
      await site.stop();
    }
  });

  it("has the colours of its theme, whatever the reader prefers", async () => {
    const colors = async (theme: string): Promise<unknown> => {
      await browser.open(`${server.url}/town/embed?drilldown=cofog1${theme}`);
      await browser.until(STYLED);
      return browser.run(
        "const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement); return [backgroundColor, color, colorScheme]",
      );
    };
    const dark = ["rgb(18, 23, 22)", "rgb(231, 235, 233)", "dark"];
    const light = ["rgb(255, 255, 255)", "rgb(23, 33, 31)", "light"];
    const asPreferred = [...dark.slice(0, 2), "light dark"];
    assert.deepEqual(await colors("&theme=light"), light);
    assert.deepEqual(await colors("&theme=dark"), dark);
    assert.deepEqual(await colors("&theme=auto"), asPreferred);
    assert.deepEqual(await colors(""), asPreferred);
    const onLight = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    try {
      await onLight.open(`${server.url}/town/embed?drilldown=cofog1&theme=dark`);
      await onLight.until(STYLED);
      const root = "getComputedStyle(document.documentElement)";
      assert.deepEqual(await onLight.run(`return [${root}.backgroundColor, ${root}.color, ${root}.colorScheme]`), dark);
    } finally {
      await onLight.stop();
    }
  });

  it("is refused in a theme that there is not", async () => {
    const response = await fetch(`${server.url}/town/embed?theme=pink`, { headers: { accept: "application/json" } });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /theme: unknown theme \\"pink\\"; use auto, light, dark/);
  });
});
