import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A directory that looks like a built checkout to a script, whose commands run in one warm process. */
export interface WarmCheckout {
  readonly path: string;
  stop(): Promise<void>;
}

/** Make such a directory. Only `serve` runs in a process of its own. */
export async function makeWarmCheckout(): Promise<WarmCheckout> {
  const path = await mkdtemp(join(tmpdir(), "spendcube-checkout-"));
  const socket = join(path, "program.sock");
  await mkdir(join(path, "dist"));
  await writeFile(join(path, "package.json"), '{ "type": "module" }');
  await writeFile(join(path, "dist/cli.js"), sender(socket));
  const program = fork(resolve(".build/test/shared/warm-program.js"), [socket]);
  await once(program, "message");
  return {
    path,
    async stop() {
      program.kill();
      await rm(path, { recursive: true });
    },
  };
}

function sender(socket: string): string {
  return `import { connect } from "node:net";
import { text } from "node:stream/consumers";
const args = process.argv.slice(2);
if (args[0] === "serve") await import(${JSON.stringify(resolve("dist/cli.js"))});
else {
  const socket = connect(${JSON.stringify(socket)});
  socket.write(JSON.stringify({ args, cwd: process.cwd() }) + "\\n");
  const { status, out, err } = JSON.parse(await text(socket));
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = status;
}
`;
}
