import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { inDirectory, startServing } from "../../cli/run.js";
import { readToEnd, request } from "../client.js";

const READERS = 20;
/** For each of them what is computed ahead and waits, and for all what V8 has not collected yet. */
const MOST_GROWTH = READERS * 2e6 + 60e6;
/** Turns of the server in which it could go on computing. */
const TURNS = 100;

const ANSWERS = {
  JSON: "/api/2/search?dataset=uk-spending&pagesize=1000000",
  NDJSON: "/api/2/search?dataset=uk-spending&pagesize=1000000&format=ndjson",
} as const;

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
}

/** Somebody who has begun to read and takes nothing any more. */
async function stall(port: number, path: string, reader: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path}&reader=${reader} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, "data");
  return socket.pause();
}

describe("twenty clients that stop reading", () => {
  for (const [form, path] of Object.entries(ANSWERS)) {
    it(`cost no more memory than their unsent bytes: ${form}`, () =>
      inDirectory(async (data) => {
        const server = await startServing(["--data", data, "--demo", "--max-cache-bytes", "0"]);
        const port = Number(new URL(server.url).port);
        const bytes = (await request(server.url + path)).body.length;
        const before = residentBytes(server.child.pid!);
        const readers = await Promise.all(Array.from({ length: READERS }, (_, at) => stall(port, path, at)));
        let most = 0;
        for (let turn = 0; turn < TURNS; turn++) {
          await request(`${server.url}/healthz`);
          most = Math.max(most, residentBytes(server.child.pid!));
        }
        assert.ok(READERS * bytes > 2 * MOST_GROWTH, "the answers are too small to notice anything");
        assert.ok(most - before < MOST_GROWTH, `grew by ${most - before} bytes for answers of ${bytes}`);
        // A client that reads on gets the rest.
        const [first, ...others] = readers;
        for (const reader of others) reader.destroy();
        assert.ok((await readToEnd(first!.resume())).length > bytes * 0.5);
        assert.equal(await server.stop(), 0);
      }));
  }
});
