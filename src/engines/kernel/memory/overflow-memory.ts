import type { CubeMemory } from "./cube-memory.js";
import type { Segment } from "./segment.js";

/** Time without a large query after which the memory is released. */
const IDLE_MS = 30_000;

/**
 * Separate memories for queries that need much scratch. A table's memory cannot shrink, but a memory without a table can
 * be freed. A large query copies the columns that it reads to the overflow memory. It is held for the next large query
 * and released after `IDLE_MS`.
 */
export class OverflowMemory {
  private memories: readonly CubeMemory[] = [];
  /** First memory of the last queried table. */
  private lastTable: CubeMemory | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** @param later runs a function at a later, quieter time */
  constructor(
    private readonly newMemory: () => CubeMemory,
    private readonly later: (act: () => void) => void,
  ) {}

  /** Return one segment per given segment, with as many entries, in memories without a table. */
  open(segments: readonly Segment[]): readonly Segment[] {
    const more = segments.slice(this.memories.length).map(() => this.newMemory());
    this.memories = [...this.memories, ...more];
    this.lastTable = segments[0]!.memory;
    this.scheduleRelease();
    return segments.map(({ rows }, at) => ({ memory: this.memories[at]!, rows }));
  }

  /** Return the bytes held because of the table to which a memory belongs. */
  bytesFor(memory: CubeMemory): number {
    if (memory !== this.lastTable) return 0;
    return this.memories.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Release all memories at once. */
  release(): void {
    if (this.timer) clearTimeout(this.timer);
    for (const memory of this.memories) memory.release();
    this.memories = [];
    this.timer = null;
    this.lastTable = null;
  }

  /** Schedule the release, counted from the last query. */
  private scheduleRelease(): void {
    if (this.timer) clearTimeout(this.timer);
    const timer = setTimeout(() => {
      this.later(() => {
        if (this.timer === timer) this.release();
      });
    }, IDLE_MS);
    timer.unref();
    this.timer = timer;
  }
}
