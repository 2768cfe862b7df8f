import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { inDirectory, start, startServing } from "../cli/run.js";
import { PASSWORD } from "../http/access/sign-in-server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { messyTown } from "../messy-town.js";
import { servePage } from "./other-site.js";

/** Rows of payments; one grant is not a number. */
const ROWS = Array.from({ length: 40 }, (_, at) =>
  [`P${at}`, `${13 + (at % 9)}/0${1 + (at % 9)}/201${4 + (at % 2)}`, `Office ${at % 4}`, `${at * 100}.50`].join(),
);
const CSV = `Payment,Date,Office,Amount,Grant\n${ROWS.map((row, at) => `${row},${at === 6 ? "none" : `${at}.5`}\n`).join("")}`;

async function addUser(data: string): Promise<void> {
  const adding = start(["user", "add", "ada", "--password-stdin", "--data", data]);
  adding.stdin!.end(`${PASSWORD}\n`);
  await Promise.all([text(adding.stdout!), once(adding, "close")]);
  assert.equal(adding.exitCode, 0);
}

/** Write a page that shows another page in a frame. */
function framing(frame: string): string {
  return `<!doctype html><html lang="en"><title>Other</title><iframe title="Chart" width="700" height="500" src="${frame}"></iframe></html>`;
}

/** Find the prefix of the names of a column's inputs in the form of a draft. */
async function columnOf(browser: Browser, heading: string): Promise<string> {
  const name = await browser.run<string>(
    `return [...document.querySelectorAll("input[type=hidden]")].find(({ value }) => value === "${heading}").name`,
  );
  return name.replace("column", "");
}

/** Sign in at the page for publishing and send a file. */
async function signInAndSend(browser: Browser, server: string, csv: string): Promise<void> {
  await browser.open(`${server}/datasets/new`);
  await browser.until(`document.querySelector("#password")`);
  await browser.type("#name", "ada");
  await browser.type("#password", PASSWORD);
  await browser.click("main form button");
  await browser.until(`document.querySelector("#csv_file")`);
  await browser.type("#csv_file[type=file]", csv);
  await browser.click("main form button");
}

async function publish(browser: Browser, server: string, csv: string): Promise<void> {
  await signInAndSend(browser, server, csv);
  await browser.until(`document.querySelector("#dataset-name")`);
  const proposed = await browser.run<readonly string[]>(
    `return ["dataset-name", "dataset-label"].map((id) => document.getElementById(id).value)`,
  );
  assert.deepEqual(proposed, ["town-2014", "Town 2014"]);
  const [office, grant] = [await columnOf(browser, "Office"), await columnOf(browser, "Grant")];
  await browser.type("#dataset-label", "Payments of the town");
  await browser.type("#dataset-currency", "pounds");
  for (const column of [office, grant]) await browser.click(`details:has(> * #${column}label) > summary`);
  await browser.type(`#${office}label`, "Who paid");
  await browser.choose(`#${grant}role`, "measure");
  await browser.click("#private");
  await browser.click("button[value=check]");

  // A fault of the model, beside its field; what was typed is there.
  await browser.until(`document.querySelector("#dataset-currency[aria-invalid]")`);
  assert.match(await browser.run(`return document.querySelector("#dataset-currency-errors").textContent`), /pounds/);
  assert.equal(await browser.run(`return document.querySelector("#${office}label").value`), "Who paid");
  await browser.type("#dataset-currency", "GBP");
  await browser.click("button[value=check]");

  // An error of the file, with its column, its number and the first cell.
  await browser.until(`document.querySelector("main h2")?.textContent === "The file has errors"`);
  assert.deepEqual(
    await browser.run(
      `return [...document.querySelectorAll("[aria-label=Errors] tbody tr > *")].map((cell) => cell.textContent.trim())`,
    ),
    ["Grant", '"none" is not a number', "1", "line 8: none"],
  );
  await browser.choose(`#${grant}role`, "dimension");
  await browser.click("button[value=check]");
  await browser.until(`document.querySelector("main h2")?.textContent === "The file can be published"`);
  assert.match(await browser.run(`return document.querySelector("main").textContent`), /£78,020/);
  await browser.click("button[value=load]");
  await browser.until(`/(?:Published|Loaded):/.test(document.querySelector("main .lead")?.textContent)`);

  await browser.open(`${server}/town-2014/editor`);
  await browser.click('form:has(input[name=change][value="publish"]) button');
  await browser.until(`document.querySelector('input[name=change][value="retract"]')`);
}

/** Publish a budget with titles, years as columns, a currency in cells, decimal commas and totals, using its repairs. */
async function publishMessy(browser: Browser, server: string, csv: string): Promise<void> {
  await signInAndSend(browser, server, csv);
  await browser.until(`document.querySelector("#dataset-name")`);
  assert.equal(await browser.run(`return document.querySelector("[name=header_row]:checked").value`), "4");
  const tick = async (label: RegExp): Promise<void> => {
    const id = await browser.run<string>(
      `return [...document.querySelectorAll("label")].find(({ textContent }) => ${String(label)}.test(textContent)).htmlFor`,
    );
    if (!(await browser.run<boolean>(`return document.getElementById("${id}").checked`))) await browser.click(`#${id}`);
  };
  for (const label of [/Turn the 3 columns/, /sums of others/, /single filled cell/, /without EUR/, /as empty/])
    await tick(label);
  await browser.click("button[value=table]");
  await browser.until(`[...document.querySelectorAll("h3")].some(({ textContent }) => textContent === "Year")`);
  await browser.type("#dataset-label", "Budget of the town");
  await browser.click("button[value=check]");
  await browser.until(`document.querySelector("main h2")?.textContent === "The file can be published"`);
  assert.match(await browser.run(`return document.querySelector("main").textContent`), /72 rows, 6 left out/);
  await browser.click("button[value=load]");
  await browser.until(`/(?:Published|Loaded):/.test(document.querySelector("main .lead")?.textContent)`);
}

describe("from an empty server to a chart on another page", { skip: missingBrowser() }, () => {
  for (const hasScripts of [true, false]) {
    it(hasScripts ? "with scripts" : "without scripts", () =>
      inDirectory(async (directory) => {
        const data = join(directory, "data");
        const csv = join(directory, "Town 2014.csv");
        await writeFile(csv, CSV);
        await addUser(data);
        const server = await startServing(["--data", data, "--allow-http-loading"]);
        const browser = await Browser.start({ isPhone: false, hasScripts, isDark: false });
        const other = await servePage(framing(`${server.url}/town-2014/embed?drilldown=office`));
        try {
          await publish(browser, server.url, csv);
          const { drilldown } = (await (
            await fetch(`${server.url}/api/2/aggregate?dataset=town-2014&drilldown=office`)
          ).json()) as { drilldown: readonly { office: string }[] };
          assert.equal(drilldown.length, 4);
          await browser.open(other.url);
          await browser.enterFrame(0);
          await browser.until(`document.querySelector("svg.chart")`);
          const shown = await browser.run<string>(`return document.body.textContent`);
          for (const { office } of drilldown) assert.ok(shown.includes(office), office);
          await browser.enterFrame(null);
          const refusals = (await browser.complaints()).filter((each) => !/40[01]|favicon/.test(each));
          assert.deepEqual(refusals, []);
        } finally {
          await Promise.all([browser.stop(), other.stop()]);
          assert.equal(await server.stop(), 0);
        }
      }),
    );
  }

  it("of a budget with titles, years as columns, totals and notes, by its repairs", () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      const csv = join(directory, "Budget.csv");
      const { messy, plain } = messyTown(6);
      await writeFile(csv, messy);
      await addUser(data);
      const server = await startServing(["--data", data, "--allow-http-loading"]);
      const browser = await Browser.start({ isPhone: false, hasScripts: false, isDark: false });
      const other = await servePage(framing(`${server.url}/budget/embed?drilldown=area`));
      try {
        await publishMessy(browser, server.url, csv);
        const shown = await (await fetch(`${server.url}/api/2/aggregate?dataset=budget&drilldown=time.year`)).json();
        const years = new Map<string, number>();
        for (const line of plain.trim().split("\n").slice(1)) {
          const [, , year = "", amount = ""] = line.split(";");
          years.set(year, (years.get(year) ?? 0) + Math.round(Number(amount.replace(",", ".")) * 100));
        }
        const { drilldown } = shown as { drilldown: readonly { time: { year: string }; amount: number }[] };
        assert.deepEqual(
          new Map(drilldown.map(({ time, amount }) => [String(time.year), Math.round(amount * 100)])),
          years,
        );
        await browser.open(other.url);
        await browser.enterFrame(0);
        await browser.until(`document.querySelector("svg.chart")`);
        const text = await browser.run<string>(`return document.body.textContent`);
        for (const area of ["Schools", "Roads", "Parks", "Culture"]) assert.ok(text.includes(area), area);
        assert.ok(!/Total Schools|treasurer/.test(text));
      } finally {
        await Promise.all([browser.stop(), other.stop()]);
        assert.equal(await server.stop(), 0);
      }
    }));
});
