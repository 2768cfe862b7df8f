import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { runHere } from "../cli/run.js";

/** A command, as a script sends it. */
interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Runs the commands that scripts send to the socket named by the first argument, one after the other, in the directory
 * of each: several times faster than a process for each. The parent gets a message when it listens.
 */
let last: Promise<unknown> = Promise.resolve();

async function answer(socket: Socket): Promise<void> {
  const [line] = (await once(createInterface(socket), "line")) as [string];
  const { args, cwd } = JSON.parse(line) as Request;
  const outcome = last.then(async () => {
    process.chdir(cwd);
    return runHere(args);
  });
  last = outcome.catch(() => {});
  socket.end(JSON.stringify(await outcome));
}

createServer((socket) => {
  answer(socket).catch((error: unknown) => {
    socket.end(JSON.stringify({ status: 1, out: "", err: String(error) }));
  });
}).listen(process.argv[2], () => process.send?.("listening"));
