import assert from "node:assert/strict";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createIncomingBody, type Flow, type IncomingBody } from "#src/web/http/server/incoming-body.js";
import { SpillFile } from "#src/web/http/server/spill-file.js";
import { inDirectory } from "../../../../cli/run.js";

const MEGABYTE = 2 ** 20;

/** Create a body whose sender ignores that it is paused. */
function bodyOfFastSender(directory: string, calls: string[] = []): IncomingBody {
  const note = (what: string) => (): void => void calls.push(what);
  const flow: Flow = { pause: note("pause"), resume: note("resume"), close: note("close") };
  return createIncomingBody(flow, 60_000, directory);
}

function megabyte(at: number): Buffer {
  return Buffer.alloc(MEGABYTE, `${at},`);
}

/** Files of a directory that this process has open, with or without a name. */
function countOpen(directory: string): number {
  const links = readdirSync("/proc/self/fd").map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return "";
    }
  });
  return links.filter((link) => link.startsWith(directory)).length;
}

describe("spilled bytes", () => {
  it("come out in their order, for any sequence of pushes and shifts", async () => {
    await inDirectory((directory) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(fc.nat(700_000), fc.constant("shift" as const))), async (steps) => {
          const spill = new SpillFile(directory);
          const [pushed, shifted]: [Buffer[], Buffer[]] = [[], []];
          const shifting = async (): Promise<void> => void shifted.push(await spill.shift());
          let last = Promise.resolve();
          for (const [at, step] of steps.entries()) {
            if (step !== "shift") {
              pushed.push(Buffer.alloc(step, `${at},`));
              spill.push(pushed.at(-1)!);
            } else if (!spill.isEmpty) {
              await last;
              if (!spill.isEmpty) last = shifting();
            }
          }
          await last;
          while (!spill.isEmpty) await shifting();
          spill.close();
          assert.ok(Buffer.concat(pushed).equals(Buffer.concat(shifted)));
        }),
        { numRuns: 50 },
      ),
    );
  });

  it("are those that a paused sender delivers, in an unlinked file", () =>
    inDirectory(async (directory) => {
      const calls: string[] = [];
      const body = bodyOfFastSender(directory, calls);
      for (let at = 0; at < 60; at++) body.push(megabyte(at), at === 59);
      assert.deepEqual([readdirSync(directory), countOpen(directory)], [[], 1]);
      assert.deepEqual(calls, ["pause"]);
      let at = 0;
      let rest = Buffer.alloc(0);
      for await (const piece of body) {
        rest = Buffer.concat([rest, piece]);
        for (; rest.length >= MEGABYTE; rest = rest.subarray(MEGABYTE)) {
          assert.ok(rest.subarray(0, MEGABYTE).equals(megabyte(at++)));
        }
      }
      assert.deepEqual([at, rest.length], [60, 0]);
      body.close();
      assert.equal(countOpen(directory), 0);
    }));

  it("resume the sender once they are read", () =>
    inDirectory(async (directory) => {
      const calls: string[] = [];
      const body = bodyOfFastSender(directory, calls);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      let left = 20 * MEGABYTE;
      const reader = body[Symbol.asyncIterator]();
      while (left > 0) left -= ((await reader.next()).value as Buffer).length;
      assert.deepEqual(calls, ["pause", "resume"]);
      body.push(megabyte(20), true);
      assert.ok(((await reader.next()).value as Buffer).equals(megabyte(20)));
      assert.equal((await reader.next()).done, true);
      body.close();
    }));

  it("are released with the body, also during a read", () =>
    inDirectory(async (directory) => {
      const body = bodyOfFastSender(directory);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      const reader = body[Symbol.asyncIterator]();
      for (let left = 8; left > 0; left--) await reader.next();
      const reading = reader.next();
      body.close(new Error("The client went away"));
      assert.equal((await reading).done, false);
      await assert.rejects(reader.next(), /The client went away/);
      assert.equal(countOpen(directory), 0);
    }));

  it("that cannot be written fail the reader", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "file");
      writeFileSync(file, "");
      const body = bodyOfFastSender(file);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      await assert.rejects(body[Symbol.asyncIterator]().next(), { code: "EEXIST" });
      body.close();
    }));
});
