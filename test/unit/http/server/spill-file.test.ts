import assert from "node:assert/strict";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createIncomingBody, type Flow, type IncomingBody } from "#src/http/server/incoming-body.js";
import { SpillFile } from "#src/http/server/spill-file.js";
import { inDirectory } from "../../../cli/run.js";

const MEGABYTE = 2 ** 20;

/** A body whose sender does not mind being told to wait. */
function heedless(directory: string, told: string[] = []): IncomingBody {
  const note = (what: string) => (): void => void told.push(what);
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

describe("bytes that there is no room for", () => {
  it("come out as they went in, however pushing and shifting take turns", async () => {
    await inDirectory((directory) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(fc.nat(700_000), fc.constant("shift" as const))), async (steps) => {
          const overflow = new SpillFile(directory);
          const [pushed, shifted]: [Buffer[], Buffer[]] = [[], []];
          const shifting = async (): Promise<void> => void shifted.push(await overflow.shift());
          let last = Promise.resolve();
          for (const [at, step] of steps.entries()) {
            if (step !== "shift") {
              pushed.push(Buffer.alloc(step, `${at},`));
              overflow.push(pushed.at(-1)!);
            } else if (!overflow.isEmpty) {
              await last;
              if (!overflow.isEmpty) last = shifting();
            }
          }
          await last;
          while (!overflow.isEmpty) await shifting();
          overflow.close();
          assert.ok(Buffer.concat(pushed).equals(Buffer.concat(shifted)));
        }),
        { numRuns: 50 },
      ),
    );
  });

  it("are those that a sender brings who should have waited, in a file without a name", () =>
    inDirectory(async (directory) => {
      const told: string[] = [];
      const body = heedless(directory, told);
      for (let at = 0; at < 60; at++) body.push(megabyte(at), at === 59);
      assert.deepEqual([readdirSync(directory), countOpen(directory)], [[], 1]);
      assert.deepEqual(told, ["pause"]);
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

  it("let the sender go on when they were read", () =>
    inDirectory(async (directory) => {
      const told: string[] = [];
      const body = heedless(directory, told);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      let left = 20 * MEGABYTE;
      const reader = body[Symbol.asyncIterator]();
      while (left > 0) left -= ((await reader.next()).value as Buffer).length;
      assert.deepEqual(told, ["pause", "resume"]);
      body.push(megabyte(20), true);
      assert.ok(((await reader.next()).value as Buffer).equals(megabyte(20)));
      assert.equal((await reader.next()).done, true);
      body.close();
    }));

  it("are given up with the body, also while they are read", () =>
    inDirectory(async (directory) => {
      const body = heedless(directory);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      const reader = body[Symbol.asyncIterator]();
      for (let left = 8; left > 0; left--) await reader.next();
      const reading = reader.next();
      body.close(new Error("The client went away"));
      assert.equal((await reading).done, false);
      await assert.rejects(reader.next(), /The client went away/);
      assert.equal(countOpen(directory), 0);
    }));

  it("that cannot be written are told to who reads", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "file");
      writeFileSync(file, "");
      const body = heedless(file);
      for (let at = 0; at < 20; at++) body.push(megabyte(at), false);
      await assert.rejects(body[Symbol.asyncIterator]().next(), { code: "EEXIST" });
      body.close();
    }));
});
