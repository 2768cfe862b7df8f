import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { loadAddon } from "#src/core/assets/assets.js";
import { ADDONS } from "#src/core/assets/list.js";
import { endOf, inDirectory, run, start, startServing } from "../cli/run.js";

const DEMO = "/api/2/aggregate?dataset=uk-spending&drilldown=function|region&order=amount:asc&pagesize=50";
const TOWN = "/api/2/aggregate?dataset=town&drilldown=year|to&order=to:asc&pagesize=500";
/** Enough for workers to take part. */
const ROWS = 150_000;

const MODEL = {
  dataset: {
    name: "town",
    label: "Town",
    description: "Payments of an invented town to its suppliers, for a test",
    currency: "EUR",
  },
  mapping: {
    amount: { type: "measure", column: "paid", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    invoice: { type: "attribute", column: "invoice", datatype: "string", key: true },
    to: { type: "attribute", column: "to", datatype: "string" },
  },
};

describe("the single executable", { skip: whyNot() }, () => {
  let home: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "spendcube-binary-test-"));
    await promisify(execFile)(process.execPath, [
      resolve(".build/scripts/executable/build.js"),
      join(home, "spendcube"),
    ]);
  });

  after(() => rm(home, { recursive: true }));

  it("is one file, beside its inventory, and says its version and that it is one", () =>
    inDirectory(async (cwd) => {
      assert.deepEqual(await readdir(home), ["spendcube", "spendcube.cdx.json"]);
      const { out } = await run(["--version"]);
      const expected = { status: 0, out: out.replace(/\n$/, ", single executable\n"), err: "" };
      assert.deepEqual(await endOf(alone(cwd)(["--version"])), expected);
      assert.deepEqual(await readdir(cwd), []);
    }));

  it("carries the licences of all that is in it", () =>
    inDirectory(async (cwd) => {
      const { status, out, err } = await endOf(alone(cwd)(["--licences"]));
      assert.deepEqual([status, err], [0, ""]);
      assert.ok(out.startsWith((await run(["--licences"])).out.trimEnd()));
      assert.match(out, /=\nNode\.js \d[^]*V8[^]*OpenSSL/);
      const contained = [
        "@fontsource-variable/inter",
        "@fontsource-variable/noto-sans-arabic",
        "@fontsource-variable/noto-sans-hebrew",
        "@fontsource-variable/source-serif-4",
        "@resvg/resvg-wasm",
        "@uwsjs/core",
        `@uwsjs/linux-${process.arch}-`,
        "apache-arrow",
        "assemblyscript",
        "bidi-js",
        "flatbuffers",
        "harfbuzzjs",
      ];
      for (const name of [...contained, "flexsearch", "msgpackr", "d3-shape", "commander", "pino"]) {
        assert.match(out, new RegExp(`=\n${name}[^\n]* \\d[^\n]* \\([^\n]+\\)\n=+\n\n\\S`));
      }
      assert.doesNotMatch(out, /\n(esbuild|postject|prettier|typescript) \d/);
    }));

  it("serves the demo dataset with the figures of the ordinary program", () =>
    inDirectory(async (cwd) => {
      await mkdir(join(cwd, "ordinary"));
      const expected = await ask(DEMO, ["--demo", "--data", join(cwd, "ordinary")], start);
      assert.equal(expected.body.summary.amount, 3798556378094.27);
      assert.equal(expected.body.drilldown.length, 50);
      assert.deepEqual(await ask(DEMO, ["--demo"], alone(cwd)), expected);
    }));

  it("draws the pictures of the ordinary program, with its fonts", () =>
    inDirectory(async (cwd) => {
      const draw = async (startProgram: typeof start, data: string): Promise<Buffer> => {
        const args = ["--base-url", "http://town.example", "--demo", "--data", join(cwd, data)];
        const server = await startServing(args, {}, startProgram);
        const response = await fetch(`${server.url}/uk-spending/explore.png?drilldown=function&cut=year:2009`);
        assert.deepEqual([response.status, response.headers.get("Content-Type")], [200, "image/png"]);
        const bytes = Buffer.from(await response.arrayBuffer());
        assert.equal(await server.stop(), 0);
        return bytes;
      };
      assert.deepEqual(await draw(alone(cwd), "alone"), await draw(start, "ordinary"));
    }));

  it("loads, exports and, with workers, serves as the ordinary program does", () =>
    inDirectory(async (cwd) => {
      await writeFile(join(cwd, "model.json"), JSON.stringify(MODEL));
      await writeFile(join(cwd, "rows.csv"), makeRows());
      const args = ["--metadata", "model.json", "--csv", "rows.csv", "--data", "data", "--json"];
      const loaded = await endOf(alone(cwd)(["load", ...args]));
      assert.deepEqual([loaded.status, JSON.parse(loaded.out).entries_created], [0, ROWS]);
      const data = join(cwd, "data");
      const exported = await endOf(alone(cwd)(["export", "town"], { SPENDCUBE_DATA: "data" }));
      assert.deepEqual(exported, await run(["export", "town", "--data", data]));
      assert.deepEqual(await endOf(alone(cwd)(["verify", "--data", "data"])), await run(["verify", "--data", data]));
      const expected = await ask(TOWN, ["--data", data, "--threads", "1"], start);
      assert.equal(expected.body.summary.num_entries, ROWS);
      assert.deepEqual(await ask(TOWN, ["--data", data, "--threads", "2"], alone(cwd)), expected);
    }));

  it("unpacks its addon once, and again when the file is not what it was", () =>
    inDirectory(async (cwd) => {
      const directory = join(cwd, "snapshots", "unpacked");
      const file = join(directory, "uWebSockets.js.node");
      const path = "/datasets.json";
      await ask(path, [], alone(cwd));
      assert.deepEqual(readdirSync(directory), ["uWebSockets.js.node"]);
      const first = statSync(file);
      await ask(path, [], alone(cwd));
      assert.deepEqual([statSync(file).ino, statSync(file).mtimeMs], [first.ino, first.mtimeMs]);
      writeFileSync(file, "damaged");
      await ask(path, [], alone(cwd));
      assert.equal(statSync(file).size, first.size);
    }));

  it("needs nothing but the C and C++ libraries", { skip: whyNoRoot() }, () =>
    inDirectory(async (root) => {
      const { stdout } = await promisify(execFile)("ldd", [join(home, "spendcube")]);
      for (const [library] of stdout.matchAll(/\/\S+/g)) {
        assert.match(library, /\/(ld-linux[^/]*|lib(c|m|dl|pthread|gcc_s|stdc\+\+)\.so\.\d+)$/);
        await mkdir(dirname(join(root, library)), { recursive: true });
        await copyFile(library, join(root, library));
      }
      await copyFile(join(home, "spendcube"), join(root, "spendcube"));
      const bare: typeof start = (args) => spawn("chroot", [root, "/spendcube", ...args], { env: PATH, stdio: "pipe" });
      await mkdir(join(root, "ordinary"));
      const expected = await ask(DEMO, ["--demo", "--data", join(root, "ordinary")], start);
      assert.deepEqual(await ask(DEMO, ["--demo", "--data", "data", "--threads", "2"], bare), expected);
      await writeFile(join(root, "model.json"), JSON.stringify(MODEL));
      await writeFile(join(root, "rows.csv"), makeRows());
      const loading = ["load", "--metadata", "model.json", "--csv", "rows.csv", "--data", "data", "--json"];
      const loaded = await endOf(bare(loading));
      assert.deepEqual([loaded.status, JSON.parse(loaded.out).entries_created], [0, ROWS]);
      const data = join(root, "data");
      const exported = await endOf(bare(["export", "town", "--data", "data"]));
      assert.deepEqual(exported, await run(["export", "town", "--data", data]));
      assert.deepEqual(await endOf(bare(["verify", "--data", "data"])), await run(["verify", "--data", data]));
    }),
  );

  /** Starts the executable in a directory that is not its own, in an environment without anything. */
  function alone(cwd: string): typeof start {
    return (args, environment = {}) => spawn(join(home, "spendcube"), args, { cwd, env: environment, stdio: "pipe" });
  }
});

/** Serve until one question is answered; nothing but the usual lines may be printed. */
async function ask(path: string, args: readonly string[], startProgram: typeof start): Promise<Answer> {
  const server = await startServing(["--base-url", "http://town.example", ...args], {}, startProgram);
  const err = text(server.child.stderr!);
  const response = await fetch(server.url + path);
  const body = (await response.json()) as Answer["body"];
  assert.equal(await server.stop(), 0);
  const said = (await err)
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
    // Fonts are the machine's.
    .filter((msg) => !/^(a load (begins|is complete)$|no font has the letters of)/.test(msg));
  assert.equal(said.length, 2, said.join("\n"));
  assert.match(said[0]!, /^(try: curl|there is no public dataset yet)/);
  assert.equal(said[1], "finishing running requests and loads");
  return { status: response.status, body };
}

/** Where `chroot` is; the executable looks nothing up in it. */
const PATH = { PATH: process.env["PATH"] };

function whyNoRoot(): string | false {
  return process.geteuid!() === 0 ? false : "only root can change the root directory";
}

interface Answer {
  readonly status: number;
  readonly body: { readonly summary: Record<string, unknown>; readonly drilldown: readonly unknown[] };
}

function makeRows(): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const cents = String((row * 7_919) % 1_000_003).padStart(3, "0");
    return `${cents.slice(0, -2)}.${cents.slice(-2)},${2000 + (row % 12)}-01-02,${row},supplier ${row % 31}\n`;
  });
  return `paid,date,invoice,to\n${rows.join("")}`;
}

/** @returns what keeps this machine from making the executable */
function whyNot(): string | false {
  if (process.platform !== "linux") return "single executables are made on Linux";
  const require = createRequire(import.meta.url);
  for (const name of ["postject/package.json", "esbuild", `@esbuild/linux-${process.arch}/package.json`]) {
    try {
      require.resolve(name);
    } catch {
      return `${name} is not installed for this machine`;
    }
  }
  const loads = ADDONS.some((addon) => "exports" in loadAddon(addon, tmpdir()));
  if (!loads) return "no build of uWebSockets.js loads here, which is not what is tested";
  return false;
}
