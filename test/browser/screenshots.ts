import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServing } from "../cli/run.js";
import { Browser, missingBrowser } from "./browser.js";

const PAGES: readonly [file: string, path: string][] = [
  ["dataset", "/uk-spending"],
  ["explore", "/uk-spending/explore?drilldown=year|function"],
  ["entries", "/uk-spending/entries?q=health"],
];

/** Draws the pictures of the README, of the demo dataset. */
async function draw(directory: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "spendcube-screenshots-"));
  const server = await startServing(["--demo", "--data", join(data, "data")]);
  const browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  try {
    await mkdir(directory, { recursive: true });
    for (const [file, path] of PAGES) {
      await browser.open(server.url + path);
      const picture = await browser.picture();
      await writeFile(join(directory, `${file}.webp`), picture);
      process.stderr.write(`${file}: ${(picture.length / 1000).toFixed(0)} kB\n`);
    }
  } finally {
    await browser.stop();
    await server.stop();
    await rm(data, { recursive: true });
  }
}

const missing = missingBrowser();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  await draw("docs");
}
