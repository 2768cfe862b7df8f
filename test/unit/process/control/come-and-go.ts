import { closeSync, openSync, rmSync } from "node:fs";
import { ownDirectory } from "#src/process/control/owner.js";
import { awaitEnd } from "#src/process/control/peer.js";
import { NEVER } from "./directory.js";

// A process that owns a directory several times over, and fails when another does at the same time.
const [directory, mark, lock] = process.argv.slice(2) as [string, string, string];
for (let turn = 0; turn < Number(lock);) {
  const reached = await ownDirectory(directory, { version: "1.2.3", serves: false }, NEVER);
  if ("greeting" in reached) {
    await awaitEnd(reached, NEVER);
    continue;
  }
  const alone = openSync(mark, "wx");
  await new Promise(setImmediate);
  rmSync(mark);
  closeSync(alone);
  turn++;
  await reached.release();
}
