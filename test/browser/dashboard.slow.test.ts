import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory, run, startServing } from "../cli/run.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { servePage } from "./other-site.js";

describe("the dashboard of the examples", { skip: missingBrowser() }, () => {
  it("shows the functions of a year and a chart", () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      const load = ["load", "--metadata", "examples/town/model.json", "--csv", "examples/town/payments.csv"];
      assert.equal((await run([...load, "--data", data])).status, 0);
      const server = await startServing(["--data", data]);
      const browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
      const site = await servePage(readFileSync("examples/dashboard.html", "utf8"));
      try {
        await browser.open(`${site.url}dashboard.html?server=${server.url}`);
        await browser.until(`document.getElementById("chart").src`);
        assert.deepEqual(
          await browser.run(
            `return [...document.querySelectorAll("tbody tr")].map(({ innerText }) => innerText.trim())`,
          ),
          [
            "Schools and day care\t€1,933,580",
            "Roads and transport\t€655,080",
            "Waste and environment\t€322,225",
            "Social care\t€260,716",
            "Culture and sport\t€93,992",
            "Public order and fire protection\t€39,735",
            "General services\t€30,414",
          ],
        );
        await browser.choose("#year", "2022");
        await browser.until(`document.getElementById("total").textContent === "€4,355,920 in 60 payments"`);
        await browser.enterFrame(0);
        await browser.until(`document.querySelector("svg.chart")`);
        await browser.enterFrame(null);
        assert.deepEqual(await browser.complaints(), []);
        await run(["dataset", "retract", "westhaven", "--data", data]);
        await browser.open(`${site.url}dashboard.html?server=${server.url}`);
        const why = `No figures from ${server.url}: `;
        await browser.until(`document.getElementById("total").textContent.startsWith(${JSON.stringify(why)})`);
      } finally {
        await browser.stop();
        await site.stop();
        await server.stop();
      }
    }));
});
