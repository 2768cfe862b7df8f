import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { tryProposal } from "../cli/proposals.js";
import { inDirectory } from "../cli/run.js";

const DATA = resolve("../shared/data");

/** Files whose proposals do not load: their cells contradict one another, and the proposal says so. */
const CONTRADICTORY = new Set(["bosnia-herzegovina"]);

const csvOf = (name: string) => ["data.csv", "data.csv.gz"].map((file) => join(DATA, name, file)).find(existsSync);

describe("the proposal for published data", { skip: existsSync(DATA) ? false : `${DATA} is not there` }, () => {
  // The largest file takes a minute.
  const names = existsSync(DATA)
    ? readdirSync(DATA).filter((name) => csvOf(name) !== undefined && name !== "gb-councils")
    : [];
  for (const [name, ...options] of names.flatMap((each) => [[each], [each, "--accept", "all"]] as const)) {
    it(`of ${name} loads every row${options.length > 0 ? ", with all suggestions" : ""}`, () =>
      inDirectory(async (directory) => {
        const { status, err, loaded } = await tryProposal(directory, csvOf(name)!, ...options);
        assert.equal(status, 0, err);
        if (CONTRADICTORY.has(name)) assert.match(err, /cells without a number/);
        else assert.equal(loaded.status, 0, loaded.err);
      }));
  }
});
