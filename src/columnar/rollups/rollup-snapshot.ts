import type { SerializedVersion } from "../../engine/serialized.js";
import type { DerivedData, DerivedOpening } from "../../engine/derived-data.js";
import type { Kernel } from "../../kernel/kernel.js";
import { requireMemory } from "../../kernel/memory/memory-limit.js";
import { makeMemories } from "../table/make-memories.js";
import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { carryStatistics } from "./carry-statistics.js";
import { chooseRollups } from "./choose-rollups.js";
import type { Rollup, RollupLayout } from "./rollup.js";
import type { Rollups } from "./rollups.js";
import { describeRollups } from "./rollups-header.js";
import { type RollupAdvisor, MOST_ROLLUPS } from "./advisor.js";
import { openRollup } from "./open-rollup.js";
import { type KnownRollups, readRollups } from "./read-rollups.js";

interface Summed {
  readonly table: ColumnarTable;
  readonly rollups: Rollups;
}

/** The cuboids of a table and what was asked of it, to be kept beside it. */
export class RollupSnapshot implements DerivedData {
  readonly #kernel: Kernel;
  readonly #table: ColumnarTable;
  readonly #rollups: Rollups;
  readonly #advisor: RollupAdvisor;
  readonly #share: number;
  /** Those that were read or kept last, and how many. Who is given back meanwhile is not to be held. */
  #known = new WeakSet<Rollup>();
  #numKnown = 0;
  /** Whether more was asked since. */
  #wasRequested = false;

  /** @param share most bytes of cuboids, as a share of the table's codes and measures */
  constructor(kernel: Kernel, { table, rollups }: Summed, advisor: RollupAdvisor, share: number) {
    this.#kernel = kernel;
    this.#table = table;
    this.#rollups = rollups;
    this.#advisor = advisor;
    this.#share = share;
  }

  get isNew(): boolean {
    const { held } = this.#rollups;
    return this.#wasRequested || held.length !== this.#numKnown || !held.every((each) => this.#known.has(each));
  }

  /** Whether a cuboid is where it can be read again. */
  hasKept(rollup: Rollup): boolean {
    return this.#known.has(rollup);
  }

  start(): void {
    this.#advisor.start();
  }

  watch(onNews: () => void): void {
    this.#advisor.watch(() => {
      this.#wasRequested ||= this.#advisor.requested.list().length > 0;
      onNews();
    });
  }

  async keep(use: (serialized: SerializedVersion) => Promise<void>): Promise<void> {
    const { model, rows } = this.#table;
    const { held } = this.#rollups;
    const wasRequested = this.#wasRequested;
    this.#wasRequested = false;
    for (const { memory } of held) memory.retain();
    try {
      const header = describeRollups(model, rows, this.#advisor.requested.list(), held);
      await use({ header, parts: held.map(({ memory }) => memory.contents) });
      this.#know(held);
    } catch (error) {
      this.#wasRequested ||= wasRequested;
      throw error;
    } finally {
      for (const { memory } of held) memory.release();
    }
  }

  /** Of cuboids that are more than there may be now, those that save most are read. @throws OverMemoryLimit, too */
  open(header: unknown, lengths: readonly number[]): DerivedOpening {
    const known = readRollups(this.#table, header, lengths);
    const chosen = this.#choose(known);
    const all = chosen.reduce((sum, { bytes }) => sum + bytes, 0);
    requireMemory(this.#table.memories[0]!.limit, all);
    const memories = makeMemories(chosen, ({ bytes }) => {
      const memory = this.#kernel.newMemory(bytes);
      memory.allocate(bytes);
      return memory;
    });
    let isOpen = false;
    return {
      parts: known.rollups.map((each) => memories[chosen.indexOf(each)]?.contents ?? null),
      open: () => {
        this.#advisor.requested.resume(known.requested);
        chosen.forEach((layout, at) => this.#rollups.take(openRollup(this.#table, memories[at]!, layout)));
        this.#know(this.#rollups.held);
        isOpen = true;
      },
      dispose() {
        if (!isOpen) for (const memory of memories) memory.release();
      },
    };
  }

  resume(before: DerivedData): void {
    if (!(before instanceof RollupSnapshot)) return;
    this.#advisor.goOn(carryStatistics(before.#table, this.#table, before.#advisor.requested.list()));
  }

  #know(rollups: Rollups["held"]): void {
    this.#known = new WeakSet(rollups);
    this.#numKnown = rollups.length;
  }

  #choose({ requested, rollups }: KnownRollups): readonly RollupLayout[] {
    const room = { bytes: budgetOf(this.#table, this.#share).bytes, rollups: MOST_ROLLUPS };
    const candidates = rollups.map(({ grouping, rows, bytes }) => ({ grouping, rows, bytes, isHeld: true }));
    const chosen = chooseRollups(requested, candidates, room);
    return rollups.filter((_, at) => chosen.includes(candidates[at]!));
  }
}
