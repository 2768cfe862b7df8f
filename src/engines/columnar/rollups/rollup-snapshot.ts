import type { SerializedVersion } from "../../../core/engine/serialized.js";
import type { DerivedData, DerivedOpening } from "../../../core/engine/derived-data.js";
import type { Kernel } from "../../kernel/kernel.js";
import { requireMemory } from "../../kernel/memory/memory-limit.js";
import { makeMemories } from "../table/make-memories.js";
import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { chooseRollups } from "./choose-rollups.js";
import type { Rollup, RollupLayout } from "./rollup.js";
import type { Rollups } from "./rollups.js";
import { describeRollups } from "./rollups-header.js";
import { type RollupAdvisor, MAX_ROLLUPS } from "./advisor.js";
import { openRollup } from "./open-rollup.js";
import { type StoredRollups, readRollups } from "./read-rollups.js";
import type { Model } from "../../../core/model/cube.js";
import type { QueryCount } from "./query-statistics.js";
import { type GroupingPart, type GroupingSet, uniteParts } from "./grouping-set.js";

type Version = Pick<ColumnarTable, "model" | "rows">;

interface TableWithRollups {
  readonly table: ColumnarTable;
  readonly rollups: Rollups;
}

/** Rollups and query counts of a table, stored beside it. */
export class RollupSnapshot implements DerivedData {
  readonly #kernel: Kernel;
  readonly #table: ColumnarTable;
  readonly #rollups: Rollups;
  readonly #advisor: RollupAdvisor;
  readonly #share: number;
  /** Rollups that were read or written last, and their number. Weak, so that dropped rollups are not held in memory. */
  #stored = new WeakSet<Rollup>();
  #numStored = 0;
  /** True if there are query counts that were not written yet. */
  #wasRequested = false;

  /** @param share maximum bytes of rollups, as a share of the bytes of the table's codes and measures */
  constructor(kernel: Kernel, { table, rollups }: TableWithRollups, advisor: RollupAdvisor, share: number) {
    this.#kernel = kernel;
    this.#table = table;
    this.#rollups = rollups;
    this.#advisor = advisor;
    this.#share = share;
  }

  get isNew(): boolean {
    const { held } = this.#rollups;
    return this.#wasRequested || held.length !== this.#numStored || !held.every((each) => this.#stored.has(each));
  }

  /** True if a rollup is stored. */
  isStored(rollup: Rollup): boolean {
    return this.#stored.has(rollup);
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
      this.#setStored(held);
    } catch (error) {
      this.#wasRequested ||= wasRequested;
      throw error;
    } finally {
      for (const { memory } of held) memory.release();
    }
  }

  /** If the stored rollups exceed today's limits, those that save most are opened. @throws OverMemoryLimit, too */
  open(header: unknown, lengths: readonly number[]): DerivedOpening {
    const stored = readRollups(this.#table, header, lengths);
    const chosen = this.#choose(stored);
    const all = chosen.reduce((sum, { bytes }) => sum + bytes, 0);
    requireMemory(this.#table.memories[0]!.limit, all);
    const memories = makeMemories(chosen, ({ bytes }) => {
      const memory = this.#kernel.newMemory(bytes);
      memory.allocate(bytes);
      return memory;
    });
    let isOpen = false;
    return {
      parts: stored.rollups.map((each) => memories[chosen.indexOf(each)]?.contents ?? null),
      open: () => {
        this.#advisor.requested.resume(stored.requested);
        chosen.forEach((layout, at) => this.#rollups.take(openRollup(this.#table, memories[at]!, layout)));
        this.#setStored(this.#rollups.held);
        isOpen = true;
      },
      dispose() {
        if (!isOpen) for (const memory of memories) memory.release();
      },
    };
  }

  resume(before: DerivedData): void {
    if (!(before instanceof RollupSnapshot)) return;
    this.#advisor.resume(carryStatistics(before.#table, this.#table, before.#advisor.requested.list()));
  }

  #setStored(rollups: Rollups["held"]): void {
    this.#stored = new WeakSet(rollups);
    this.#numStored = rollups.length;
  }

  #choose({ requested, rollups }: StoredRollups): readonly RollupLayout[] {
    const limits = { bytes: budgetOf(this.#table, this.#share).bytes, rollups: MAX_ROLLUPS };
    const candidates = rollups.map(({ grouping, rows, bytes }) => ({ grouping, rows, bytes, isHeld: true }));
    const chosen = chooseRollups(requested, candidates, limits);
    return rollups.filter((_, at) => chosen.includes(candidates[at]!));
  }
}

/**
 * Carry query counts from one version to the next, by the names of dimensions and attributes. Grouping sets that the
 * next version does not have are left out. Counts are halved, so that recent queries outweigh earlier ones.
 */
export function carryStatistics(from: Version, to: Version, requested: readonly QueryCount[]): readonly QueryCount[] {
  return requested.flatMap(({ grouping, asks, entries }) => {
    const carried = carryGrouping(from.model, to.model, grouping);
    const half = Math.floor(asks / 2);
    if (!carried || half === 0) return [];
    const share = from.rows === 0 ? 1 : Math.min(1, entries / from.rows);
    return [{ grouping: carried, asks: half, entries: Math.round(share * to.rows) }];
  });
}

/** Return the same grouping set in another model; `null` if that lacks a dimension or an attribute. */
function carryGrouping(from: Model, to: Model, grouping: GroupingSet): GroupingSet | null {
  const parts: GroupingPart[] = [];
  for (const { dimension, attributes } of grouping) {
    const before = from.dimensions[dimension]!;
    const after = to.dimensions.find(({ name }) => name === before.name);
    const found = attributes?.map((at) =>
      after?.attributes.findIndex(({ name }) => name === before.attributes[at]!.name),
    );
    if (!after || found?.some((at) => at === undefined || at < 0)) return null;
    parts.push({ dimension: after.index, attributes: (found as number[] | undefined) ?? null });
  }
  return uniteParts(parts);
}
