import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Where documents say that the server listens. */
export const BASE = "http://127.0.0.1:8080";

/** A cloned and built repository, as a reader has it. */
const CLONED = ["dist", "demo", "deploy", "examples", "docs"];

const SERVING = /^(?:node dist\/cli\.js|spendcube) serve\b/;

/** Before each command: what was set stays set, `curl` is quiet, and `spendcube` is the program that was built. */
const PROLOGUE = `set -a
[ -f ../environment ] && . ../environment
set +a
curl() { command curl -s "$@"; }
spendcube() { node dist/cli.js "$@"; }
`;

export interface Outcome {
  readonly status: number | null;
  /** Standard output and standard error, as they came. */
  readonly output: string;
}

/** A reader who follows a document, in a directory of their own. */
export interface Session {
  /** Address of the server that was started last; `null` before. */
  readonly url: string | null;
  write(name: string, text: string): Promise<void>;
  /**
   * Run a command to its end; a server is left running, and ends the one before.
   * @param shown as many lines of a server's output are waited for and given as are shown
   * @param url of the server that is meant, where the session has none
   */
  run(command: string, shown?: string, url?: string): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Start a session. The server's address is another one, so that sessions may run side by side. */
export function startSession(): Session {
  const root = mkdtempSync(join(tmpdir(), "spendcube-document-"));
  const directory = join(root, "spendcube");
  const made = mkdir(directory).then(async () => {
    for (const name of CLONED) symlinkSync(resolve(name), join(directory, name));
    await mkdir(join(directory, "snapshots"));
    await cp("snapshots/README.md", join(directory, "snapshots", "README.md"));
  });
  let server: ChildProcess | null = null;
  let own: string | null = null;

  async function stopServer(): Promise<void> {
    if (server?.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    [server, own] = [null, null];
  }

  function startCommand(script: string): ChildProcess {
    const env = { ...process.env, SPENDCUBE_PORT: "0", SPENDCUBE_DRAIN_SECONDS: "0" };
    return spawn("bash", ["-c", script], { cwd: directory, env, stdio: ["ignore", "pipe", "inherit"] });
  }

  async function serve(command: string, shown: string): Promise<Outcome> {
    await stopServer();
    const args = command.replace(SERVING, "").replace(/\s*&$/, "");
    server = startCommand(`exec 2>&1\n${PROLOGUE}exec node dist/cli.js serve ${args}`);
    const lines = Math.max(1, shown.trimEnd().split("\n").length);
    const stream = server.stdout!;
    let output = "";
    // Never closed: what a server logs later has to go somewhere.
    await new Promise<void>((resolve) => {
      stream.once("end", resolve).on("data", (chunk) => {
        output += String(chunk);
        own ??= /^listening on (\S+)\n/m.exec(output)?.[1] ?? null;
        if (own !== null && output.split("\n").length > lines) resolve();
      });
    });
    const first = output.split("\n").slice(0, lines).join("\n");
    return { status: server.exitCode, output: own === null ? output : first.replaceAll(own, BASE) };
  }

  return {
    get url() {
      return own;
    },
    async write(name, text) {
      await made;
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
    async run(command, shown = "", url) {
      await made;
      if (SERVING.test(command)) return serve(command, shown);
      const address = own ?? url ?? BASE;
      const meant = command.replaceAll(BASE, address);
      const child = startCommand(
        `exec 2>&1\n${PROLOGUE}set -a\n${meant}\nstatus=$?\nexport -p > ../environment\nexit $status`,
      );
      let output = "";
      for await (const chunk of child.stdout!) output += String(chunk);
      if (child.exitCode === null) await once(child, "exit");
      return { status: child.exitCode, output: output.replaceAll(address, BASE) };
    },
    async stop() {
      await made;
      await stopServer();
      rmSync(root, { recursive: true });
    },
  };
}
