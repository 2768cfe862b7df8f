import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listSteps } from "../documents/steps.js";
import { readDocument } from "../documents/documents.js";
import { BASE } from "../documents/session.js";
import { run, startServing } from "../cli/run.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { servePage } from "./other-site.js";

/** Pages of the demo dataset whose screenshots stand in the README and the documents. */
const PAGES: readonly [file: string, path: string][] = [
  ["dataset", "/uk-spending"],
  ["explore", "/uk-spending/explore?drilldown=year|function"],
  ["entries", "/uk-spending/entries?q=health"],
];

/** Scale of the screenshots: half the size is enough to recognise a page. */
const SMALL = 0.55;

async function draw(browser: Browser, file: string, url: string, scale?: number): Promise<void> {
  await browser.open(url);
  const picture = await browser.picture(scale);
  await writeFile(join("docs", `${file}.webp`), picture);
  process.stderr.write(`${file}: ${(picture.length / 1000).toFixed(0)} kB\n`);
}

async function drawDemo(browser: Browser, directory: string): Promise<void> {
  const server = await startServing(["--demo", "--data", join(directory, "demo")]);
  for (const [file, path] of PAGES) await draw(browser, file, server.url + path);
  await server.stop();
}

/** Take the screenshots of the tutorial, with its dataset loaded. */
async function drawTutorial(browser: Browser, directory: string): Promise<void> {
  const data = join(directory, "tutorial");
  const steps = listSteps(readDocument("docs/tutorial.md"));
  const saved = new Map(steps.flatMap((step) => (step.kind === "file" ? [[step.name, step.text] as const] : [])));
  const model = join(directory, "model.json");
  await writeFile(model, saved.get("model.json")!);
  await run(["load", "--metadata", model, "--csv", resolve("examples/town/payments.csv"), "--data", data]);
  const server = await startServing(["--data", data]);
  await draw(browser, "tutorial-dataset", `${server.url}/westhaven`, SMALL);
  const site = await servePage(saved.get("chart.html")!.replaceAll(BASE, server.url));
  await draw(browser, "tutorial-chart", site.url, SMALL);
  await site.stop();
  await server.stop();
}

const missing = missingBrowser();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-screenshots-"));
  const browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  const only = process.argv[2];
  try {
    if (only !== "tutorial") await drawDemo(browser, directory);
    if (only !== "demo") await drawTutorial(browser, directory);
  } finally {
    await browser.stop();
    await rm(directory, { recursive: true });
  }
}
