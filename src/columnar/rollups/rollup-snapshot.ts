import type { Frozen } from "../../engine/storage.js";
import type { Extras, ThawingExtras } from "../../engine/derived-data.js";
import type { Kernel } from "../../kernel/kernel.js";
import { requireMemory } from "../../kernel/memory/memory-limit.js";
import { makeMemories } from "../table/make-memories.js";
import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { carryShapes } from "./carry-statistics.js";
import { chooseCuboids } from "./choose-rollups.js";
import type { Cuboid, CuboidLayout } from "./rollup.js";
import type { Cuboids } from "./rollups.js";
import { describeCuboids } from "./rollups-header.js";
import { type CuboidKeeper, MOST_CUBOIDS } from "./advisor.js";
import { openCuboid } from "./open-rollup.js";
import { type KnownCuboids, readCuboids } from "./read-rollups.js";

interface Summed {
  readonly table: ColumnarTable;
  readonly cuboids: Cuboids;
}

/** The cuboids of a table and what was asked of it, to be kept beside it. */
export class CuboidExtras implements Extras {
  readonly #kernel: Kernel;
  readonly #table: ColumnarTable;
  readonly #cuboids: Cuboids;
  readonly #keeper: CuboidKeeper;
  readonly #share: number;
  /** Those that were read or kept last, and how many. Who is given back meanwhile is not to be held. */
  #known = new WeakSet<Cuboid>();
  #numKnown = 0;
  /** Whether more was asked since. */
  #wasAsked = false;

  /** @param share most bytes of cuboids, as a share of the table's codes and measures */
  constructor(kernel: Kernel, { table, cuboids }: Summed, keeper: CuboidKeeper, share: number) {
    this.#kernel = kernel;
    this.#table = table;
    this.#cuboids = cuboids;
    this.#keeper = keeper;
    this.#share = share;
  }

  get isNew(): boolean {
    const { held } = this.#cuboids;
    return this.#wasAsked || held.length !== this.#numKnown || !held.every((each) => this.#known.has(each));
  }

  /** Whether a cuboid is where it can be read again. */
  hasKept(cuboid: Cuboid): boolean {
    return this.#known.has(cuboid);
  }

  watch(onNews: () => void): void {
    this.#keeper.watch(() => {
      this.#wasAsked ||= this.#keeper.asked.list().length > 0;
      onNews();
    });
  }

  async keep(use: (frozen: Frozen) => Promise<void>): Promise<void> {
    const { model, rows } = this.#table;
    const { held } = this.#cuboids;
    const wasAsked = this.#wasAsked;
    this.#wasAsked = false;
    for (const { memory } of held) memory.retain();
    try {
      const header = describeCuboids(model, rows, this.#keeper.asked.list(), held);
      await use({ header, parts: held.map(({ memory }) => memory.contents) });
      this.#know(held);
    } catch (error) {
      this.#wasAsked ||= wasAsked;
      throw error;
    } finally {
      for (const { memory } of held) memory.release();
    }
  }

  /** Of cuboids that are more than there may be now, those that save most are read. @throws OverMemoryLimit, too */
  thaw(header: unknown, lengths: readonly number[]): ThawingExtras {
    const known = readCuboids(this.#table, header, lengths);
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
      parts: known.cuboids.map((each) => memories[chosen.indexOf(each)]?.contents ?? null),
      open: () => {
        this.#keeper.asked.resume(known.asked);
        chosen.forEach((layout, at) => this.#cuboids.take(openCuboid(this.#table, memories[at]!, layout)));
        this.#know(this.#cuboids.held);
        isOpen = true;
      },
      dispose() {
        if (!isOpen) for (const memory of memories) memory.release();
      },
    };
  }

  resume(before: Extras): void {
    if (!(before instanceof CuboidExtras)) return;
    this.#keeper.goOn(carryShapes(before.#table, this.#table, before.#keeper.asked.list()));
  }

  #know(cuboids: Cuboids["held"]): void {
    this.#known = new WeakSet(cuboids);
    this.#numKnown = cuboids.length;
  }

  #choose({ asked, cuboids }: KnownCuboids): readonly CuboidLayout[] {
    const room = { bytes: budgetOf(this.#table, this.#share).bytes, cuboids: MOST_CUBOIDS };
    const candidates = cuboids.map(({ shape, rows, bytes }) => ({ shape, rows, bytes, isHeld: true }));
    const chosen = chooseCuboids(asked, candidates, room);
    return cuboids.filter((_, at) => chosen.includes(candidates[at]!));
  }
}
