import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { main } from "assemblyscript/asc";

// Compiles `assembly/` to WebAssembly, unless that was done with the same files. One process compiles all: the compiler
// takes longer to start than for a small module. The build runs this beside the compiler of everything else, so it
// imports nothing of the program.

const ROOT = process.cwd();
const COMPILER = dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json"));
/** Digest of the files that were compiled last. */
const COMPILED = join(ROOT, ".build/kernel.sha256");
const LICENCE = "dist/engines/kernel/assemblyscript.LICENSE";

/** Files that are made, each with its arguments for the compiler. */
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
  for (const [, args] of MODULES) await compile(args);
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
  const { error, stderr } = await main([...args, "--baseDir", ROOT]);
  // The optimiser says so of a result that is right.
  process.stderr.write(stderr.toString().replaceAll("Last converge was suboptimal.\n", ""));
  if (error !== null) throw new Error(`asc ${args.join(" ")} failed`, { cause: error });
}
