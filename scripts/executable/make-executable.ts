import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addonAsset } from "#src/core/assets/assets.js";
import { type Addon, ADDONS, ASSETS, WORD_FILES, WORKERS } from "#src/core/assets/list.js";
import { listFonts } from "../fonts/packages.js";
import { bundle } from "./bundle.js";
import { collectLicences } from "./collect-licences.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Marker in Node's binary that tells whether it contains a program. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Make a single executable of the compiled program: a copy of this Node that contains the program and its assets. It
 * runs on machines of the same kind, with or without Node.
 * @returns its size in bytes
 */
export async function makeBinary(path: string): Promise<number> {
  if (process.platform !== "linux") throw new Error(`Single executables are made on Linux, not on ${process.platform}`);
  const directory = await mkdtemp(join(tmpdir(), "spendcube-binary-"));
  const temporary = `${resolve(path)}.tmp`;
  try {
    const blob = await makeBlob(directory);
    await mkdir(dirname(temporary), { recursive: true });
    await copyFile(process.execPath, temporary);
    await chmod(temporary, 0o755);
    await inject(temporary, blob);
    // Replaces the file, so that a running program keeps the old one.
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
    await rm(directory, { recursive: true });
  }
  return (await stat(path)).size;
}

/** Build the blob that Node reads: the program and its assets. */
async function makeBlob(directory: string): Promise<string> {
  const main = join(directory, "main.cjs");
  const contained = new Set(await bundle(join(ROOT, "dist/cli.js"), main));
  const words = (await readdir(join(ROOT, WORD_FILES))).map((file) => `${WORD_FILES}/${file}`);
  const assets = new Map([...ASSETS, ...words].map((asset): [string, string] => [asset, join(ROOT, asset)]));
  for (const [index, program] of WORKERS.entries()) {
    const file = join(directory, `worker-${index}.cjs`);
    for (const each of await bundle(join(ROOT, program), file)) contained.add(each);
    assets.set(program, file);
  }
  for (const addon of ADDONS) {
    const files = filesOf(addon);
    for (const each of files) contained.add(each);
    const file = files.find((each) => each.endsWith(".node"));
    if (file !== undefined) assets.set(addonAsset(addon), file);
  }
  // Part of AssemblyScript's library is compiled into the kernel.
  contained.add(require.resolve("assemblyscript/std/assembly/index.d.ts"));
  contained.add(require.resolve("harfbuzzjs/dist/harfbuzz.wasm"));
  for (const { file } of listFonts()) contained.add(file);
  assets.set("LICENSE", join(directory, "LICENSE"));
  await writeFile(join(directory, "LICENSE"), collectLicences(ROOT, contained));
  const config = join(directory, "config.json");
  const output = join(directory, "program.blob");
  const options = {
    main,
    output,
    assets: Object.fromEntries(assets),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  await writeFile(config, JSON.stringify(options));
  await run(process.execPath, ["--experimental-sea-config", config]);
  return output;
}

/** List the files that a native package loads on this machine; none if it has no build for it. */
function filesOf(addon: Addon): readonly string[] {
  try {
    require(addon);
  } catch {
    return [];
  }
  return listFiles(require.cache[require.resolve(addon)]!);
}

/** List the file of a module and the files of all modules that it loaded. */
function listFiles({ filename, children }: NodeModule): readonly string[] {
  return [filename, ...children.flatMap(listFiles)];
}

/** Run postject in a process of its own: it prints much, and changes the process's error handling. */
async function inject(executable: string, blob: string): Promise<void> {
  const program = require.resolve("postject/dist/cli.js");
  await run(process.execPath, [program, executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE]);
}
