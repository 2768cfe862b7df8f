import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TableFormat } from "#src/core/engine/storage.js";
import { SPENDING } from "../../fixtures.js";
import { Random } from "../../unit/engines/kernel/random.js";
import { endOf, start } from "../run.js";
import { type Act, chooseAct, type Contents, type Known, ROWS } from "./expected.js";
import { findContents } from "./found.js";
import { killSometime, listLeft, type Phase, phaseOf } from "./kill.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";

/** A kill and what was found after it. */
export interface Kill {
  /** What was killed in its work, as "load" or "load through a server". */
  readonly kind: string;
  readonly phase: Phase;
}

/** A data directory whose processes are killed one after the other. */
export class Lane {
  readonly #directory: string;
  readonly #data: string;
  readonly #format: TableFormat;
  #contents: Contents = { datasets: {}, users: {} };
  #dropped: Known["dropped"] = {};
  /** The longest that a process was at work before it ended by itself. */
  #longestMs = 400;

  constructor(directory: string, format: TableFormat) {
    this.#directory = directory;
    this.#data = join(directory, "data");
    this.#format = format;
  }

  /** Load the datasets that every kill begins with: `village` is never changed. */
  async prepare(): Promise<void> {
    await mkdir(join(this.#data, "segments"), { recursive: true });
    for (const name of ["village", "town"]) {
      await this.#writeSource(name, 1);
      const { status, err } = await endOf(this.#start(["load"]));
      assert.equal(status, 0, err);
    }
    this.#contents = await findContents(this.#data, this.#format);
  }

  /** Start a process, kill it in its work, and check what it has left. @throws AssertionError */
  async kill(number: number, random: Random): Promise<Kill> {
    const known = { contents: this.#contents, dropped: this.#dropped, number };
    const act = chooseAct(known, random);
    if (act.paid !== undefined) await this.#writeSource("town", act.paid);
    const before = await listLeft(this.#data);
    const way = random.pick(["alone", "alone", "through a server", "start of a server"] as const);
    const isAcknowledged = await this.#work(act, way, random);
    const left = await listLeft(this.#data);
    const found = await findContents(this.#data, this.#format);
    const allowed = way === "start of a server" ? [known.contents] : [known.contents, act.after];
    const expected = isAcknowledged ? act.after : (allowed.find((each) => isSame(each, found)) ?? known.contents);
    const description = `kill ${number} of "${act.args.join(" ")}", ${way}, acknowledged: ${isAcknowledged}`;
    assert.deepEqual(found, expected, description);
    this.#contents = found;
    const isDone = !isSame(found, known.contents);
    if (isDone) this.#dropped = act.dropped ?? this.#dropped;
    const kind = way === "alone" ? act.kind : way === "start of a server" ? way : `${act.kind}, ${way}`;
    return { kind, phase: phaseOf(isAcknowledged, isDone, before, left) };
  }

  /** Work until the kill. @returns true if the command was acknowledged */
  async #work(act: Act, way: "alone" | "through a server" | "start of a server", random: Random): Promise<boolean> {
    if (way === "alone") {
      const begin = performance.now();
      const child = this.#start(act.args, act.input);
      await killSometime(child, this.#data, random, this.#longestMs);
      if (child.exitCode === 0) this.#longestMs = Math.max(this.#longestMs, performance.now() - begin);
      return child.exitCode === 0;
    }
    const server = start(["serve", "--port", "0", "--data", this.#data]);
    const listening = once(server.stdout!, "data");
    const kill = (): void => void server.kill("SIGKILL");
    if (way === "start of a server") {
      void listening.then(kill);
      await killSometime(server, this.#data, random, this.#longestMs);
      return false;
    }
    await listening;
    const child = this.#start(act.args, act.input);
    const ended = endOf(child);
    void ended.then(kill);
    await killSometime(server, this.#data, random, this.#longestMs);
    return (await ended).status === 0;
  }

  #start(args: readonly string[], input = ""): ReturnType<typeof start> {
    const files = ["--metadata", join(this.#directory, "model.json"), "--csv", join(this.#directory, "rows.csv")];
    const child = start([...args, "--data", this.#data, ...(args[0] === "load" ? files : [])]);
    // A process that is killed may not read it.
    child.stdin!.on("error", () => {});
    child.stdin!.end(input);
    return child;
  }

  async #writeSource(dataset: string, paid: number): Promise<void> {
    const model = { ...SPENDING, dataset: { ...SPENDING.dataset, name: dataset } };
    const rows = Array.from({ length: ROWS }, (_, i) => `${paid},,2009,,${i},R${i % 7},,${i % 11},Police,,\n`);
    await writeFile(join(this.#directory, "model.json"), JSON.stringify(model));
    await writeFile(join(this.#directory, "rows.csv"), HEADER + rows.join(""));
  }
}

function isSame(one: Contents, other: Contents): boolean {
  return canonical(one) === canonical(other);
}

/** Write contents in an order of names of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
