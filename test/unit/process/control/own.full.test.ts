import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { awaitEnd } from "#src/process/control/peer.js";
import { beside, meet, NEVER, own, reach } from "./directory.js";

/** Leave a socket like a process that was killed while it owned the directory. */
function leaveSocket(directory: string, name: string): void {
  const program = `require("net").createServer().listen(${JSON.stringify(name)}, () => process.kill(process.pid, 9))`;
  spawnSync(process.execPath, ["-e", program], { cwd: directory });
}

describe("owning a directory", () => {
  it("creates it, and removes it again", () =>
    beside(async (directory) => {
      const deep = join(directory, "a", "b");
      const owner = await own(deep);
      assert.equal((await readdir(deep)).length, 1);
      await owner.release();
      assert.equal(existsSync(directory), false);
    }));

  it("keeps a directory that existed before, and one that is not empty", () =>
    beside(async (directory) => {
      const owner = await own(join(directory, "a"));
      await writeFile(join(directory, "kept"), "");
      await owner.release();
      assert.deepEqual(await readdir(directory), ["kept"]);
      await (await own(directory)).release();
      assert.deepEqual(await readdir(directory), ["kept"]);
    }));

  it("makes a directory that only the same user may open", () =>
    beside(async (directory) => {
      const made = join(directory, "new");
      const owner = await own(made);
      await writeFile(join(made, "kept"), "");
      assert.equal((await stat(made)).mode & 0o777, 0o700);
      await owner.release();
    }));

  it("lets only the same user connect", () =>
    beside(async (directory) => {
      const owner = await own(directory);
      const [name] = await readdir(directory);
      const { mode } = await stat(join(directory, name!));
      assert.equal(mode & 0o777, 0o600);
      await owner.release();
    }));

  it("tells the next process who owns it and whether the owner serves", () =>
    beside(async (directory) => {
      for (const serves of [true, false]) {
        const owner = await own(directory, serves);
        const { greeting, socket } = await meet(directory);
        assert.deepEqual(greeting, { version: "1.2.3", pid: process.pid, serves });
        socket.destroy();
        await owner.release();
      }
    }));

  it("can be waited for", () =>
    beside(async (directory) => {
      const owner = await own(directory, false);
      const peer = await meet(directory);
      await Promise.all([awaitEnd(peer, NEVER), owner.release()]);
      await (await own(directory)).release();
    }));

  it("can be cancelled while waiting", () =>
    beside(async (directory) => {
      const owner = await own(directory, false);
      const peer = await meet(directory);
      const interrupt = new AbortController();
      const waiting = assert.rejects(awaitEnd(peer, interrupt.signal), { name: "AbortError" });
      interrupt.abort();
      await waiting;
      await owner.release();
    }));

  it("succeeds for exactly one of many that start at once, every time", () =>
    beside(async (directory) => {
      for (let round = 0; round < 20; round++) {
        const all = await Promise.all(Array.from({ length: 10 }, () => reach(directory)));
        const owners = all.flatMap((each) => ("greeting" in each ? [] : [each]));
        assert.equal(owners.length, 1);
        for (const each of all) if ("greeting" in each) each.socket.destroy();
        await Promise.all(owners.map((owner) => owner.release()));
      }
    }));

  it("is never shared while many start and end", () =>
    beside(async (directory) => {
      let owners = 0;
      const comeAndGo = async (): Promise<void> => {
        for (let lock = 0; lock < 10;) {
          const reached = await reach(directory, false);
          if ("greeting" in reached) {
            await awaitEnd(reached, NEVER);
            continue;
          }
          assert.equal(++owners, 1);
          await new Promise(setImmediate);
          owners--;
          lock++;
          await reached.release();
        }
      };
      await Promise.all(Array.from({ length: 8 }, comeAndGo));
    }));

  it("is never shared by processes that start and end", () =>
    beside(async (directory) => {
      const program = fileURLToPath(new URL("come-and-go.js", import.meta.url));
      const run = promisify(execFile);
      const args = [program, directory, `${directory}.mark`, "25"];
      await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, args)));
      assert.equal(existsSync(`${directory}.mark`), false);
    }));

  it("succeeds after killed processes, and removes their sockets", () =>
    beside(async (directory) => {
      await mkdir(directory);
      leaveSocket(directory, "owner-99999999-0a.sock");
      leaveSocket(directory, "starting-99999999-0a.sock");
      assert.equal((await readdir(directory)).length, 2);
      const owner = await own(directory);
      const names = await readdir(directory);
      assert.deepEqual(
        names.filter((name) => name.includes("99999999")),
        [],
      );
      assert.equal(names.length, 1);
      await owner.release();
    }));

  it("succeeds after a killed process whose id another process has now", () =>
    beside(async (directory) => {
      await mkdir(directory);
      leaveSocket(directory, "owner-1-0a.sock");
      await rename(join(directory, "owner-1-0a.sock"), join(directory, `owner-${process.pid}-0a.sock`));
      const owner = await own(directory);
      assert.equal((await readdir(directory)).length, 1);
      await owner.release();
    }));

  it("works for a path that is longer than the address of a socket", () =>
    beside(async (directory) => {
      const long = join(directory, "d".repeat(200));
      const owner = await own(long);
      assert.equal((await readdir(long)).length, 1);
      assert.deepEqual(await readdir(dirname(long)), ["d".repeat(200)]);
      const { greeting, socket } = await meet(long);
      assert.equal(greeting.pid, process.pid);
      socket.destroy();
      await owner.release();
    }));

  it("needs no socket where this process may not write", { skip: process.getuid?.() === 0 && "root may write" }, () =>
    beside(async (directory) => {
      await mkdir(directory, { mode: 0o500 });
      await (await own(directory)).release();
      assert.deepEqual(await readdir(directory), []);
      await chmod(directory, 0o700);
    }),
  );

  it("is refused where the file system creates no directories", { skip: !existsSync("/proc/self") }, () =>
    assert.rejects(own("/proc/spendcube/data"), /^Conflict: Cannot create the directory "\/proc\/spendcube\/data": /),
  );

  it("is refused for a file", () =>
    beside(async (directory) => {
      await writeFile(directory, "");
      await assert.rejects(own(directory), /^Conflict: Cannot use ".*": it exists and is not a directory; name /);
      await rm(directory);
    }));

  it("ends the connections of waiting processes when it is released", () =>
    beside(async (directory) => {
      const owner = await own(directory);
      const { socket } = await meet(directory);
      const closed = once(socket.resume(), "close");
      await owner.release();
      await closed;
    }));
});
