import assert from "node:assert/strict";
import { accessSync, existsSync, readFileSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { TableFormat } from "#src/core/engine/storage.js";
import { SPENDING } from "../../fixtures.js";
import type { Contents } from "../kills/expected.js";
import { findContents } from "../kills/found.js";
import { type Outcome, runHere } from "../run.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const ROWS = 200;

/** File in which the library that is preloaded writes the calls. */
const LOG = process.env["FAIL_LOG"]!;

export type ErrorName = "EIO" | "ENOSPC" | "EMFILE";

/** What is said of an error where its code is not. */
const REASONS: Readonly<Record<ErrorName, string>> = {
  EIO: "the disk failed",
  ENOSPC: "no space is left",
  EMFILE: "too many open files",
};

/** Errors of each call besides EIO. */
const MORE: Readonly<Record<string, readonly ErrorName[]>> = {
  open: ["EMFILE"],
  create: ["EMFILE", "ENOSPC"],
  scandir64: ["EMFILE"],
  write: ["ENOSPC"],
  pwrite64: ["ENOSPC"],
  fsync: ["ENOSPC"],
  fdatasync: ["ENOSPC"],
  rename: ["ENOSPC"],
  mkdir: ["ENOSPC"],
  bind: ["ENOSPC"],
};

/** A command whose calls fail one at a time, and the commands that the directory has seen before it. */
export interface Failing {
  readonly name: string;
  readonly before: readonly (readonly string[])[];
  readonly args: readonly string[];
}

/** Commands that load write the number of the version into each row. */
export const FAILING: readonly Failing[] = [
  { name: "load of a new dataset", before: [], args: ["load"] },
  { name: "load of a new version", before: [["load"]], args: ["load"] },
  { name: "load that keeps its source", before: [["load"], ["load"]], args: ["load", "--keep-sources"] },
  { name: "purge", before: [["load", "--keep-sources"], ["load"]], args: ["dataset", "purge", "town@1"] },
];

/** A call that a command made, in the order of the calls. */
export interface SystemCall {
  readonly number: number;
  readonly name: string;
  readonly path: string;
}

/** A command in a directory of its own that is prepared once, run without failures once, and then with one each time. */
export class FailingCommand {
  readonly #failing: Failing;
  readonly #directory: string;
  readonly #format: TableFormat;
  #old: Contents | null = null;
  #new: Contents | null = null;

  /** @param directory for its files, below which calls are counted */
  constructor(failing: Failing, directory: string, format: TableFormat) {
    this.#failing = failing;
    this.#directory = directory;
    this.#format = format;
  }

  /** Run the command without failures. @returns the calls that it makes */
  async prepare(): Promise<readonly SystemCall[]> {
    await mkdir(join(this.#directory, "work"), { recursive: true });
    await writeFile(join(this.#directory, "work", "model.json"), JSON.stringify(SPENDING));
    const { before } = this.#failing;
    for (const [at, args] of before.entries()) {
      await this.#writeRows(at + 1);
      const { status, err } = await runHere(this.#argsOf(args));
      assert.equal(status, 0, err);
    }
    await this.#writeRows(before.length + 1);
    if (before.length > 0) this.#old = await this.#find();
    await cp(join(this.#directory, "work"), join(this.#directory, "kept"), { recursive: true });
    const { status, err } = await this.#run(0, 0);
    assert.equal(status, 0, err);
    this.#new = await this.#find();
    assert.notDeepEqual(this.#new, this.#old);
    return this.#readCalls();
  }

  /** Return the errors that a call may have. */
  static errorsOf({ name }: SystemCall): readonly ErrorName[] {
    return ["EIO", ...(MORE[name] ?? [])];
  }

  /**
   * Run the command with one call that fails, check what it says and leaves, and run it again.
   * @returns true if the command failed
   * @throws an error that says which call it was
   */
  async fail(number: number, error: ErrorName): Promise<boolean> {
    const work = join(this.#directory, "work");
    await rm(work, { recursive: true });
    await cp(join(this.#directory, "kept"), work, { recursive: true });
    let said = "";
    let calls: readonly SystemCall[] = [];
    try {
      const outcome = await this.#run(number, constants.errno[error]).finally(() => (calls = this.#readCalls()));
      said = outcome.err;
      await this.#check(outcome, error);
      return outcome.status !== 0;
    } catch (cause) {
      const call = calls.find((each) => each.number === number);
      throw new Error(`${error} of call ${number}, ${call?.name} ${call?.path}: ${said}`, { cause });
    }
  }

  async #check({ status, err }: Outcome, error: ErrorName): Promise<void> {
    assert.ok(status !== null && status <= 2, `status ${status}`);
    assert.doesNotMatch(err, /^\s+at .*:\d+:\d+|internal error|unexpected/m);
    // Node loses the reason for which one of several directories was not made.
    const reason = `${error}|${REASONS[error]}|Cannot create the directory`;
    // The version is purged, but its files are there until the next write.
    const isLeft = err.startsWith("error: What was purged could not be removed: ");
    const said = isLeft ? ".* removed: (?:segments|sources)/" : `.*(?:${reason})`;
    if (status !== 0) assert.match(err, new RegExp(`^error: ${said}`, "m"));
    const found = await this.#find();
    const isOpen = err.includes("this write may or may not be there");
    const expected = status === 0 || isLeft || (isOpen && !isDeepStrictEqual(found, this.#old)) ? this.#new : this.#old;
    assert.deepEqual(found, expected);
    if (expected === this.#new) return;
    const again = await runHere(this.#argsOf(this.#failing.args));
    assert.equal(again.status, 0, again.err);
    assert.deepEqual(await this.#find(), this.#new);
  }

  async #find(): Promise<Contents | null> {
    const data = join(this.#directory, "work", "data");
    if (!existsSync(data)) return null;
    const contents = await findContents(data, this.#format);
    return Object.keys(contents.datasets).length > 0 ? contents : null;
  }

  /** Run the command while its calls are counted. @param number of the call that fails; 0: none */
  async #run(number: number, errno: number): Promise<Outcome> {
    await rm(LOG, { force: true });
    accessSync(`/fail-call/${number}/${errno}`);
    try {
      return await runHere(this.#argsOf(this.#failing.args));
    } finally {
      accessSync("/fail-call/-1/0");
    }
  }

  #readCalls(): readonly SystemCall[] {
    const lines = readFileSync(LOG, "utf8").trimEnd().split("\n");
    return lines.map((line) => {
      const [number, name, ...path] = line.split(" ");
      return { number: Number(number), name: name!, path: path.join(" ").slice(this.#directory.length + 6) };
    });
  }

  #argsOf(args: readonly string[]): string[] {
    const work = join(this.#directory, "work");
    const files = ["--metadata", join(work, "model.json"), "--csv", join(work, "rows.csv")];
    return [...args, "--data", join(work, "data"), ...(args[0] === "load" ? files : [])];
  }

  async #writeRows(paid: number): Promise<void> {
    const rows = Array.from({ length: ROWS }, (_, i) => `${paid},,2009,,${i},R${i % 7},,${i % 11},Police,,\n`);
    await writeFile(join(this.#directory, "work", "rows.csv"), HEADER + rows.join(""));
  }
}
