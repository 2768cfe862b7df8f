import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { assertRoundTrip } from "./round-trip.js";
import { inDirectory } from "./run.js";

const DATA = resolve("../shared/data");
/** Takes minutes. */
const LARGE = new Set(["gb-councils"]);

const found = existsSync(DATA)
  ? readdirSync(DATA).flatMap((name): [name: string, model: string, csv: string][] => {
      const csv = ["data.csv", "data.csv.gz"].map((file) => join(DATA, name, file)).find((file) => existsSync(file));
      const model = join(DATA, name, "model.json");
      return csv === undefined || !existsSync(model) || LARGE.has(name) ? [] : [[name, model, csv]];
    })
  : [];

describe("data packages of published data", { skip: found.length === 0 && "no folder ../shared/data" }, () => {
  for (const [name, model, csv] of found) {
    it(`${name} goes out and comes in again`, () =>
      inDirectory(async (directory) => {
        await assertRoundTrip(directory, [model, csv]);
      }));
  }
});
