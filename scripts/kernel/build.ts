import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Compiles `assembly/` to WebAssembly, module beside module, unless that was done with the same files.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const COMPILER = dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json"));
/** Digest of the files that were compiled last. */
const COMPILED = join(ROOT, ".build/kernel.sha256");
const LICENCE = "dist/engines/kernel/assemblyscript.LICENSE";

/** Files that are made, each with its arguments for the compiler, the one that takes longest first. */
const MODULES: readonly (readonly [file: string, args: readonly string[]])[] = [
  ["dist/engines/kernel/kernel.wasm", ["assembly/index.ts", "--target", "release"]],
  ["dist/engines/kernel/kernel.checked.wasm", ["assembly/index.ts", "--target", "checked"]],
  ["dist/sources/ingest/csv.wasm", argsOf("csv")],
  ["dist/engines/kernel/ids.wasm", argsOf("ids")],
  ["dist/engines/kernel/terms.wasm", argsOf("terms")],
];

const digest = digestInput();
const made = [LICENCE, ...MODULES.map(([file]) => file)];
const isMade = made.every((file) => existsSync(join(ROOT, file)));
if (!isMade || !existsSync(COMPILED) || readFileSync(COMPILED, "utf8") !== digest) {
  rmSync(COMPILED, { force: true });
  process.stderr.write("compiling the kernel, which takes a quarter of a minute and is done once ...\n");
  await Promise.all(MODULES.map(([, args]) => compile(args)));
  const licence = ["LICENSE", "NOTICE"].map((name) => readFileSync(join(COMPILER, name), "utf8"));
  writeFileSync(join(ROOT, LICENCE), licence.join(""));
  mkdirSync(dirname(COMPILED), { recursive: true });
  writeFileSync(COMPILED, digest);
}

function argsOf(folder: string): readonly string[] {
  return [`assembly/${folder}/index.ts`, "--config", `assembly/${folder}/asconfig.json`, "--target", "release"];
}

/** Digest all that the modules follow from. */
function digestInput(): string {
  const folder = join(ROOT, "assembly");
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const all = [...files.toSorted(), join(ROOT, "asconfig.json"), join(COMPILER, "package.json")];
  const hash = createHash("sha256").update(JSON.stringify(MODULES));
  for (const file of all) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

async function compile(args: readonly string[]): Promise<void> {
  const compiler = spawn(process.execPath, [join(COMPILER, "bin/asc.js"), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "pipe"],
  });
  let printed = "";
  compiler.stderr.on("data", (chunk) => (printed += String(chunk)));
  const [status] = (await once(compiler, "close")) as [number | null];
  // The optimiser says so of a result that is right.
  process.stderr.write(printed.replaceAll("Last converge was suboptimal.\n", ""));
  if (status !== 0) throw new Error(`asc ${args.join(" ")} failed`);
}
