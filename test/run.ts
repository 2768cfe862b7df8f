import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupFiles } from "./group-files.js";

/** One more than the processors of the machines that check changes: many tests wait for disks and for limits of time. */
const PROCESSES = 3;
const OPTIONS = [
  // Most of what tests make is garbage at once: with more room for new objects it is collected less often.
  "--max-semi-space-size=64",
  "--test",
  "--test-reporter=./.build/test/reporter.js",
  // More than that of a file: the reports of a process that is ended from outside are lost.
  "--test-timeout=1800000",
  `--test-concurrency=${PROCESSES}`,
];

// Runs the compiled files of tests that the arguments name, most of them several to a process: to start a process and
// load the program for each takes as long as the tests. The reporter takes a suite with the name of a file for the file.

const folder = await mkdtemp(join(tmpdir(), "spendcube-tests-"));
const module = JSON.stringify(new URL("run-group.js", import.meta.url));
const paths = await Promise.all(
  groupFiles(process.argv.slice(2)).map(async (files, at) => {
    // Node begins with the first in the order of names.
    const path = join(folder, `${String(at + 1).padStart(3, "0")}.test.mjs`);
    await writeFile(path, `import { runGroup } from ${module};\nrunGroup(${JSON.stringify(files)});\n`);
    return path;
  }),
);
// Tests expect errors in English, whatever the language of the developer.
const child = spawn(process.execPath, [...OPTIONS, ...paths], {
  stdio: "inherit",
  env: { ...process.env, LC_ALL: "C.UTF-8" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
[process.exitCode] = (await once(child, "exit")) as [number];
await rm(folder, { recursive: true });
