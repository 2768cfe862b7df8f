import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Random } from "../unit/engines/kernel/random.js";
import { Lane } from "./kills/lane.js";
import { Progress } from "./kills/progress.js";

/** `npm run test:kills` sets it to a thousand. */
const KILLS = Number(process.env["SPENDCUBE_KILLS"] ?? 30);
/** File by which an interrupted run is continued; set by `npm run test:kills`. */
const FILE = process.env["SPENDCUBE_KILLS_FILE"] ?? null;
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
/** Number of kills after which the counts are reported. */
const REPORT = 25;

const kernel = Kernel.start();
after(() => kernel.close());

describe(`${KILLS} kills at random moments (SPENDCUBE_SEED=${SEED})`, () => {
  it("keep what was acknowledged, and everything else completely or not at all", async () => {
    const progress = new Progress(FILE, SEED, KILLS);
    if (progress.kills > 0) console.log(`# continuing after ${progress.describe()}`);
    const directory = await mkdtemp(join(fastDirectory(), "spendcube-kills-"));
    let next = progress.kills + 1;
    await Promise.all(
      Array.from({ length: Math.min(availableParallelism(), 4) }, async (_, at) => {
        const lane = new Lane(join(directory, String(at)), columnarFormat(kernel));
        await lane.prepare();
        while (next <= KILLS) {
          const number = next++;
          // The first versions have the amount 1.
          progress.add(await lane.kill(number + 1, new Random(progress.seed + number)));
          await progress.save();
          if (progress.kills % REPORT === 0) console.log(`# ${progress.describe()}`);
        }
      }),
    ).catch((error: unknown) => {
      // It stops the other lanes, too.
      next = Number.POSITIVE_INFINITY;
      console.log(`# what was found is in ${directory}`);
      throw error;
    });
    console.log(`# ${progress.describe()}\n${progress.table()}`);
    const [, data, manifest, done] = progress.phases();
    assert.ok(data! + manifest! > 0 && done! > 0, "no kill came while files were written");
    await rm(directory, { recursive: true });
  });
});

/** Return a directory in memory where there is one: nothing is written to a disk then. */
function fastDirectory(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}
