import type { AggregateResult, Bounds, Engine, Entry } from "../engine/engine.js";
import { tooManyCells } from "../engine/too-many-cells.js";
import { InvalidQuery, OverCapacity } from "../errors/errors.js";
import { OutOfMemory, OutOfTime, TooManyGroups } from "../kernel/errors.js";
import type { Kernel } from "../kernel/kernel.js";
import type { AggregateQuery } from "../query/aggregate.js";
import { finishCells } from "./finish-cells.js";
import { readMember } from "./members.js";
import { planGroups } from "./plan-groups.js";
import { readAmount, readCode, readId, readSource } from "./read-row.js";
import type { ColumnarTable } from "./table.js";

/** Entries in a batch. */
const BATCH = 16_384;

/** Tables in WebAssembly memory: cuts, groups, sums and order in one kernel call. */
export class ColumnarEngine implements Engine {
  readonly table: ColumnarTable;
  readonly #kernel: Kernel;

  constructor(kernel: Kernel, table: ColumnarTable) {
    this.#kernel = kernel;
    this.table = table;
  }

  get numEntries(): number {
    return this.table.rows;
  }

  async aggregate(query: AggregateQuery, { maxCells, deadline }: Bounds): Promise<AggregateResult> {
    const plan = planGroups(this.table, query);
    try {
      return finishCells(
        this.table,
        query,
        plan,
        this.#kernel.aggregate(plan.query, { maxGroups: maxCells, deadline }),
      );
    } catch (error) {
      if (error instanceof TooManyGroups) throw new InvalidQuery(tooManyCells(maxCells), { cause: error });
      if (error instanceof OutOfTime) throw new OverCapacity("The aggregation took too long", { cause: error });
      if (error instanceof OutOfMemory)
        throw new OverCapacity("The aggregation needs too much memory", { cause: error });
      throw error;
    }
  }

  async *entries(): AsyncIterable<readonly Entry[]> {
    for (const { memory } of this.table.segments) memory.retain();
    try {
      for (let first = 0; first < this.table.rows; first += BATCH) {
        const length = Math.min(BATCH, this.table.rows - first);
        yield Array.from({ length }, (_, offset) => this.#entry(first + offset));
      }
    } finally {
      this.dispose();
    }
  }

  dispose(): void {
    for (const { memory } of this.table.segments) memory.release();
  }

  #entry(row: number): Entry {
    const { table } = this;
    return {
      id: Buffer.from(readId(table, row)).toString("hex"),
      members: table.dimensions.map((each) => readMember(each, readCode(table, each.codes, row))),
      amounts: table.measures.map((each) => readAmount(table, each, row)),
      source: readSource(table, row),
    };
  }
}
