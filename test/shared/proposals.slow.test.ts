import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, it } from "node:test";
import prettier from "prettier";
import { PROPOSAL_COLUMNS, proposalRow } from "./proposal-rows.js";

const FOLDERS = ["../shared/cases/publishing", "../shared/data"].map((path) => resolve(path));
const DOCUMENT = resolve("docs/publishing.md");
const TITLE = "## What is proposed for published files\n";
const TABLE = /\.(csv|tsv|xlsx|xls|csv\.gz)$/;

describe(
  "what is proposed for published files",
  {
    skip: !FOLDERS.every((path) => existsSync(path)) && "no folders ../shared/cases and ../shared/data",
  },
  () => {
    // With UPDATE=1 the table is written instead, to look at what has changed.
    it("is as the table in docs/publishing.md says", async () => {
      const text = readFileSync(DOCUMENT, "utf8");
      const [before, after] = text.split(TITLE) as [string, string];
      const intro = after.slice(0, after.indexOf("\n|"));
      const rows: (readonly string[])[] = [];
      for (const folder of FOLDERS) {
        const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => TABLE.test(name));
        for (const file of files.toSorted()) {
          const name = relative(folder, join(folder, file)).replace(/^B-\d+-/, "");
          rows.push(await proposalRow(join(folder, file), name));
        }
      }
      const lines = [PROPOSAL_COLUMNS, PROPOSAL_COLUMNS.map(() => "---"), ...rows].map(
        (row) => `| ${row.join(" | ")} |`,
      );
      const options = await prettier.resolveConfig(DOCUMENT);
      const written = `${before}${TITLE}${intro}\n${lines.join("\n")}\n`;
      const formatted = await prettier.format(written, { ...options, filepath: DOCUMENT });
      if (process.env.UPDATE) writeFileSync(DOCUMENT, formatted);
      else assert.deepEqual(text.split("\n"), formatted.split("\n"));
    });
  },
);
