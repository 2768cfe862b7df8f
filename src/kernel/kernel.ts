import type { CubeMemory } from "./memory.js";
import type { GroupPage, GroupQuery, KernelBounds, NumberStatistics, Selection } from "./query.js";
import type { NumberColumn, RowBitmap, Segment } from "./table.js";

export interface KernelOptions {
  /** Threads that compute, this one included; 1: no workers. */
  readonly threads?: number;
  /** Use the build that checks bounds and asserts. Slow; for tests. */
  readonly checked?: boolean;
  /** Released memories of up to this many bytes together are kept for the next tables. */
  readonly spareBytes?: number;
}

/**
 * The loops over tables: grouping, selection and statistics, on this thread and its workers. Calls are synchronous
 * and one at a time; this thread takes part in the work. Close it, or the process may not end.
 */
export class Kernel {
  static start(_options: KernelOptions = {}): Kernel {
    throw new Error("unfinished");
  }

  /** Threads that will compute, after any worker's death too. */
  get threads(): number {
    throw new Error("unfinished");
  }

  /**
   * A memory for a table segment, with one holder: release it.
   * @param tableBytes sum of all allocations, each rounded up to a multiple of 64; at most `MAX_TABLE_BYTES`
   * @throws OutOfMemory above that
   */
  newMemory(_tableBytes: number): CubeMemory {
    throw new Error("unfinished");
  }

  /**
   * Sum measures and count entries by keys, and give one page of the ordered groups.
   * @throws TooManyGroups, OutOfTime, OutOfMemory
   */
  aggregate(_query: GroupQuery, _bounds: KernelBounds): GroupPage {
    throw new Error("unfinished");
  }

  /** Mark the entries of a selection. Cost: one pass over a code column per cut, a pass over a bitmap per operation. */
  selectRows(_segments: readonly Segment[], _selection: Selection): RowBitmap {
    throw new Error("unfinished");
  }

  /** Exact statistics of a column over the entries of a bitmap; `null`: all. */
  statistics(_segments: readonly Segment[], _column: NumberColumn, _rows: RowBitmap | null): NumberStatistics {
    throw new Error("unfinished");
  }

  /** End the workers. Memories that are still held stay readable. */
  async close(): Promise<void> {
    throw new Error("unfinished");
  }
}

/** A table segment is at most this large, so that queries find room beside it in the 4 GiB of one memory. */
export const MAX_TABLE_BYTES = 2.5 * 2 ** 30;
