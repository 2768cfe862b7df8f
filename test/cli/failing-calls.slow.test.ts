import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import type { Report } from "./calls/fail-all.js";
import { endOf, inDirectory } from "./run.js";

/** Number of failures of each command; `npm run test:calls` lets every call fail with each of its errors. */
const FAILURES = Number(process.env["SPENDCUBE_CALLS"] ?? 8);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? 1);

describe(`${FAILURES} failing system calls of each command (SPENDCUBE_SEED=${SEED})`, () => {
  it("fail the command with the reason or are made good, and lose nothing", { skip: whyNot() }, () =>
    inDirectory(async (directory) => {
      const library = join(directory, "fail-call.so");
      execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, resolve("test/cli/calls/fail-call.c"), "-ldl"]);
      const files = join(directory, "files");
      const env = { ...process.env, LD_PRELOAD: library, FAIL_BELOW: files, FAIL_LOG: join(directory, "log") };
      const program = resolve(".build/test/cli/calls/fail-all.js");
      const { status, out, err } = await endOf(
        spawn(process.execPath, [program, files, String(FAILURES), String(SEED)], { env }),
      );
      const reports = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Report);
      for (const { name, calls, failures, tried, failed } of reports) {
        console.log(`# ${name}: ${calls} calls, ${tried} of ${failures} failures, ${failed} of them failed it`);
      }
      assert.deepEqual(
        reports.flatMap(({ faults }) => faults),
        [],
      );
      assert.equal(status, 0, err);
      const sum = (of: (report: Report) => number): number => reports.reduce((total, each) => total + of(each), 0);
      const failed = sum((each) => each.failed);
      assert.ok(failed > 0 && failed < sum(({ tried }) => tried), `${failed} failed the commands`);
    }),
  );
});

function whyNot(): string | false {
  if (process.platform !== "linux") return "calls are replaced on Linux only";
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return false;
  } catch {
    return "there is no C compiler";
  }
}
