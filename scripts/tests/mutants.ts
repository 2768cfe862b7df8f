import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { listMutations, mutate, type Mutation, sample } from "./mutations.js";
import { findTests, readTestMap } from "./test-map.js";

// Changes one operator of the program at a time, in a copy, and runs the nearest tests of its file: lists the changes that
// no test noticed. `SPENDCUBE_MUTANTS` is their number, `SPENDCUBE_SEED` chooses others; arguments name files of src.

/** Files of tests that are run for each change, and how long. */
const NEAREST = 6;
const MAX_MS = 300_000;
/** Folder of the copy. */
const COPY = resolve(".build/mutants");

interface Mutant {
  /** File of `src`. */
  readonly file: string;
  readonly mutation: Mutation;
}

const map = readTestMap();
const named = process.argv.slice(2);
const files = named.length > 0 ? named : [...new Set(Object.values(map).flat())].toSorted();
const mutants: readonly Mutant[] = files.filter((file) => existsSync(compiledOf(file))).flatMap(listMutants);
const number = Number(process.env["SPENDCUBE_MUTANTS"] ?? 200);
const chosen = sample(mutants, number, Number(process.env["SPENDCUBE_SEED"] ?? 1));
copyProgram();
const survivors = chosen.filter((mutant, at) => {
  const survived = survives(mutant);
  console.log(`${at + 1}/${chosen.length} ${survived ? "survived" : "found"}: ${describeMutant(mutant)}`);
  return survived;
});
console.log(`\n${survivors.length} of ${chosen.length} survived:`);
for (const mutant of survivors) console.log(`  ${describeMutant(mutant)}`);
rmSync(COPY, { recursive: true });

function listMutants(file: string): readonly Mutant[] {
  return listMutations(readFileSync(compiledOf(file), "utf8")).map((mutation) => ({ file, mutation }));
}

/** Return the compiled module of a file. */
function compiledOf(file: string): string {
  return file.replace(/^src\//, "dist/").replace(/ts$/, "js");
}

/** Copy what is compiled, without bundles, which threads would run instead of the changed module; link the rest. */
function copyProgram(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(join(COPY, ".build"), { recursive: true });
  for (const name of readdirSync(".")) {
    if (name === "dist") cpSync(name, join(COPY, name), { recursive: true });
    else if (name !== ".build") symlinkSync(resolve(name), join(COPY, name));
  }
  for (const name of ["test", "scripts", "bench"]) {
    if (existsSync(join(".build", name))) cpSync(join(".build", name), join(COPY, ".build", name), { recursive: true });
  }
  rmSync(join(COPY, "dist/bundles"), { recursive: true, force: true });
}

/** True if no test fails with a change. */
function survives({ file, mutation }: Mutant): boolean {
  const target = join(COPY, compiledOf(file));
  const code = readFileSync(target, "utf8");
  writeFileSync(target, mutate(code, mutation));
  try {
    return findTests(map, file)
      .slice(0, NEAREST)
      .every((test) => passes(join(".build", test.replace(/ts$/, "js"))));
  } finally {
    writeFileSync(target, code);
  }
}

function passes(test: string): boolean {
  return spawnSync(process.execPath, [test], { cwd: COPY, stdio: "ignore", timeout: MAX_MS }).status === 0;
}

function describeMutant({ file, mutation: { line, from, to } }: Mutant): string {
  return `${file}: ${from} to ${to} in line ${line} of ${compiledOf(file)}`;
}
