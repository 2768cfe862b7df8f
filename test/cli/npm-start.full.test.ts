import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory } from "./run.js";

describe("npm start", () => {
  it("ends the server when npm passes a signal on to the shell that it starts", () =>
    inDirectory(async (directory) => {
      const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
      // The build is left out: other tests use what it writes.
      await writeFile(join(directory, "npm"), "#!/bin/sh\n", { mode: 0o755 });
      const env = {
        ...process.env,
        PATH: [directory, process.env["PATH"]].join(delimiter),
        SPENDCUBE_DATA: join(directory, "data"),
        SPENDCUBE_PORT: "0",
        SPENDCUBE_DRAIN_SECONDS: "0",
      };
      const shell = spawn("sh", ["-c", scripts.start], { env, stdio: ["ignore", "pipe", "ignore"], detached: true });
      try {
        let out = "";
        while (!out.includes("listening on")) out += String((await once(shell.stdout, "data"))[0]);
        shell.kill("SIGTERM");
        await once(shell, "exit");
        assert.deepEqual([shell.exitCode, shell.signalCode], [0, null]);
      } finally {
        if (shell.exitCode === null) process.kill(-shell.pid!, "SIGKILL");
      }
    }));

  it("or npx ends the shell, which passes no signal on", () =>
    inDirectory(async (directory) => {
      const settings = { npm_command: "exec", SPENDCUBE_PORT: "0", SPENDCUBE_DRAIN_SECONDS: "0" };
      const env = { ...process.env, ...settings, SPENDCUBE_DATA: join(directory, "data") };
      const command = "node dist/cli.js serve; exit $?";
      const shell = spawn("sh", ["-c", command], { env, stdio: ["ignore", "pipe", "ignore"], detached: true });
      try {
        let out = "";
        while (!out.includes("listening on")) out += String((await once(shell.stdout, "data"))[0]);
        shell.kill("SIGTERM");
        // The server has the other end.
        await once(shell.stdout, "close");
      } finally {
        try {
          process.kill(-shell.pid!, "SIGKILL");
        } catch {
          // It has ended.
        }
      }
    }));
});
