import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { inDirectory } from "../../cli/run.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { startTestServer } from "../server.js";
import { ODD_ROWS } from "./odd-rows.js";

const OPENED: readonly [name: string, path: string, lines: readonly RegExp[]][] = [
  [
    "an aggregate",
    "/api/2/aggregate?dataset=town&drilldown=region&order=amount:asc&format=xlsx",
    [/^region,amount,num_entries\n/, /^1234,1234567890123456\.78,1$/m],
  ],
  [
    "a crosstab",
    "/town/explore.xlsx?drilldown=region|cofog1&chart=pivot",
    [
      /^region,Function 2,Function 1,Function ,Total\n/,
      /^=1\+1,,10\.10,,10\.10$/m,
      /^Total,1234567890123456\.76,10\.10,/m,
    ],
  ],
  [
    "a table of a page",
    "/town/explore/table.xlsx?drilldown=region&cut=cofog1:1&chart=table",
    [/^region,"?Paid \(€\)"?,Share,Entries\n/, /^=1\+1,€10\.10,100\.0%,1$/m, /^Total,€10\.10,100\.0%,1$/m],
  ],
];

const office = spawnSync("soffice", ["--version"]).status === 0;

describe("workbooks", () => {
  // In one go: to start it takes as long as to open ten.
  it(
    `are opened by LibreOffice: ${OPENED.map(([name]) => name).join(", ")}`,
    { skip: !office && "LibreOffice is not installed" },
    () =>
      inDirectory(async (directory) => {
        const server = await startTestServer(makeRoutes(contextOf([spendingDataset(ODD_ROWS)])));
        const files = OPENED.map((_, at) => join(directory, `${at}.xlsx`));
        for (const [at, [, path]] of OPENED.entries()) {
          const response = await fetch(server.url + path);
          assert.equal(response.status, 200, path);
          await writeFile(files[at]!, Buffer.from(await response.arrayBuffer()));
        }
        await server.stop();
        const filter = "csv:Text - txt - csv (StarCalc):44,34,76";
        spawnSync("soffice", ["--headless", "--convert-to", filter, "--outdir", directory, ...files]);
        for (const [at, [name, , lines]] of OPENED.entries()) {
          const csv = await readFile(join(directory, `${at}.csv`), "utf8");
          for (const line of lines) assert.match(csv, line, name);
        }
      }),
  );
});
