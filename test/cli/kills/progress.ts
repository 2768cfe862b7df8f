import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Kill } from "./lane.js";
import { PHASES } from "./kill.js";

interface Counted {
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
  /** Number of kills of each kind in each of `PHASES`. */
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

/** Counts of kills, kept in a file so that an interrupted run can be continued. */
export class Progress {
  readonly #path: string | null;
  readonly #begin = performance.now();
  #counted: Counted;

  /**
   * @param path of the file that has the counts of a run that was interrupted, if there is one; `null`: keep none
   * @param total kills of a whole run: after that many, a new one begins
   */
  constructor(path: string | null, seed: number, total: number) {
    this.#path = path;
    const found = path !== null && existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Counted) : null;
    this.#counted = found && found.kills < total ? found : { seed, kills: 0, seconds: 0, counts: {} };
  }

  /** Kills that are done. */
  get kills(): number {
    return this.#counted.kills;
  }

  get seed(): number {
    return this.#counted.seed;
  }

  add({ kind, phase }: Kill): void {
    const { kills, counts } = this.#counted;
    const of = PHASES.map((each, at) => (counts[kind]?.[at] ?? 0) + Number(each === phase));
    this.#counted = { ...this.#counted, kills: kills + 1, counts: { ...counts, [kind]: of } };
  }

  /** Write the counts, with the time that this process has taken. */
  async save(): Promise<void> {
    if (this.#path === null) return;
    const seconds = this.#counted.seconds + this.#seconds();
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(this.#path, JSON.stringify({ ...this.#counted, seconds }));
  }

  /** Number of kills in each phase, of every kind together. */
  phases(): readonly number[] {
    return PHASES.map((_, at) => Object.values(this.#counted.counts).reduce((sum, of) => sum + of[at]!, 0));
  }

  describe(): string {
    const seconds = Math.round(this.#counted.seconds + this.#seconds());
    const phases = this.phases().map((count, at) => `${count} ${PHASES[at]}`);
    return `${this.kills} kills in ${seconds} s: ${phases.join(", ")}`;
  }

  /** Write a table of kinds and phases. */
  table(): string {
    const rows = Object.entries(this.#counted.counts).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([kind, of]) => `${of.map((count) => String(count).padStart(5)).join("")}  ${kind}`).join("\n");
  }

  #seconds(): number {
    return (performance.now() - this.#begin) / 1000;
  }
}
