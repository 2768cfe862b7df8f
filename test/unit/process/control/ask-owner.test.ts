import assert from "node:assert/strict";
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import fc from "fast-check";
import { askOwner } from "#src/process/control/ask-owner.js";
import { encodeFrame, encodeJson } from "#src/process/control/frames.js";
import type { Request } from "#src/process/control/messages.js";
import type { Owner, Perform } from "#src/process/control/owner.js";
import type { Terminal, WorkProgress } from "#src/process/control/terminal.js";
import { Conflict } from "#src/core/errors/errors.js";
import { beside, meet, NEVER, own } from "./directory.js";

const REQUEST: Request = { command: "dataset drop", args: ["town"], options: { json: true }, watched: false };

function collector(): { terminal: Terminal & { out: PassThrough; err: PassThrough }; out: Promise<string> } {
  const terminal = { out: new PassThrough(), err: new PassThrough() };
  return { terminal, out: text(terminal.out) };
}

async function served(perform: Perform, use: (directory: string, owner: Owner) => Promise<void>): Promise<void> {
  await beside(async (directory) => {
    const owner = await own(directory);
    owner.serve(perform);
    await use(directory, owner);
    await owner.drain();
    await owner.release();
  });
}

describe("a command that the owner runs", () => {
  it("receives its input, and its output is shown in order and byte for byte", () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    const perform: Perform = async (request, terminal) => {
      assert.deepEqual(request, { ...REQUEST, watched: true });
      terminal.err.write("warning: ä\n");
      terminal.showProgress!({ rows: 1, bytesRead: 2, bytesTotal: 3 });
      terminal.showProgress!(null);
      terminal.out.write(bytes);
      return 7;
    };
    return served(perform, async (directory) => {
      const shown: (WorkProgress | null)[] = [];
      const received: Buffer[] = [];
      const out = new Writable({ write: (chunk, _, done) => done(void received.push(chunk)) });
      const err = new PassThrough();
      const terminal = { out, err, showProgress: (progress: WorkProgress | null) => void shown.push(progress) };
      const status = await askOwner(await meet(directory), { ...REQUEST, watched: true }, terminal, NEVER);
      assert.equal(status, 7);
      assert.ok(Buffer.concat(received).equals(bytes));
      assert.equal(String(err.read()), "warning: ä\n");
      assert.deepEqual(shown, [{ rows: 1, bytesRead: 2, bytesTotal: 3 }, null]);
    });
  });

  it("waits until the owner is ready", () =>
    beside(async (directory) => {
      const owner = await own(directory);
      const asked = askOwner(await meet(directory), REQUEST, collector().terminal, NEVER);
      owner.serve(async () => 3);
      assert.equal(await asked, 3);
      await owner.release();
    }));

  it("writes no faster than it is read", () => {
    const most = 8 * 2 ** 20;
    const chunk = Buffer.alloc(2 ** 18);
    let written = 0;
    const perform: Perform = async (_, { out }) => {
      for (; written < 64 * 2 ** 20; written += chunk.length) {
        await new Promise((resolve) => out.write(chunk, resolve));
      }
      return 0;
    };
    return served(perform, async (directory) => {
      let read = 0;
      const out = new Writable({
        write(bytes: Buffer, _, done) {
          read += bytes.length;
          assert.ok(written - read < most, `${written - read} bytes ahead`);
          setImmediate(done);
        },
      });
      await askOwner(await meet(directory), REQUEST, { out, err: new PassThrough() }, NEVER);
      assert.equal(read, 64 * 2 ** 20);
    });
  });

  it("is told that it is cancelled, and still reports its status", () => {
    const interrupt = new AbortController();
    const perform: Perform = (_, { err }, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          err.write("interrupted");
          resolve(1);
        });
        interrupt.abort();
      });
    return served(perform, async (directory) => {
      const { terminal } = collector();
      assert.equal(await askOwner(await meet(directory), REQUEST, terminal, interrupt.signal), 1);
      assert.equal(String(terminal.err.read()), "interrupted");
    });
  });

  it("is cancelled when the other end has gone", async () => {
    let begun!: () => void;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    let aborted = false;
    const perform: Perform = (_, { out }, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          out.write("for nobody");
          resolve(0);
        });
        begun();
      });
    await served(perform, async (directory) => {
      const { socket } = await meet(directory);
      socket.write(encodeJson("request", REQUEST));
      await beginning;
      socket.destroy();
    });
    assert.ok(aborted);
  });

  it("fails if the reader of its output has gone, and is then cancelled", async () => {
    let aborted = false;
    const perform: Perform = async (_, { out }, signal) => {
      while (!signal.aborted) await new Promise((resolve) => out.write("more", resolve));
      aborted = true;
      return 0;
    };
    await served(perform, async (directory) => {
      const out = new Writable({ write: (_, __, done) => done(new Error("gone")) }).on("error", () => {});
      await assert.rejects(askOwner(await meet(directory), REQUEST, { out, err: new PassThrough() }, NEVER), /gone/);
    });
    assert.ok(aborted);
  });

  it("is finished before the owner ends, and a later one is not started", () => {
    let finish!: () => void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun!: () => void;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const perform: Perform = async () => {
      begun();
      await finished;
      return 5;
    };
    return served(perform, async (directory, owner) => {
      const early = askOwner(await meet(directory), REQUEST, collector().terminal, NEVER);
      const between = await meet(directory);
      await beginning;
      const drained = owner.drain();
      assert.equal(await askOwner(between, REQUEST, collector().terminal, NEVER), null);
      const late = await meet(directory);
      assert.equal(late.greeting.serves, false);
      late.socket.destroy();
      finish();
      assert.equal(await early, 5);
      await drained;
    });
  });

  it("fails with a message if the owner ends without an answer", () =>
    beside(async (directory) => {
      const owner = await own(directory);
      const peer = await meet(directory);
      const asked = assert.rejects(askOwner(peer, REQUEST, collector().terminal, NEVER), Conflict);
      await owner.release();
      await asked;
    }));

  it("is not affected by other clients that send garbage", () =>
    served(
      async () => 0,
      async (directory) => {
        const anything = fc.oneof(
          fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
          fc.json().map((json) => encodeFrame("request", Buffer.from(json))),
          fc.string().map((junk) => encodeFrame("request", Buffer.from(junk))),
          fc.constantFrom("out", "exit", "cancel", "greeting").map((kind) => encodeJson(kind, REQUEST)),
        );
        await fc.assert(
          fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 3 }), async (sent) => {
            const { socket, frames } = await meet(directory);
            socket.end(Buffer.concat(sent));
            for await (const frame of frames) assert.fail(`answered with ${frame.kind}`);
            assert.equal(await askOwner(await meet(directory), REQUEST, collector().terminal, NEVER), 0);
          }),
          { numRuns: 50 },
        );
      },
    ));
});
