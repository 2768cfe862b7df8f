import type { CubeMemory } from "./cube-memory.js";
import type { Segment } from "./segment.js";

/** After so long without a query that needs it. */
const IDLE_MS = 30_000;

/**
 * Memories apart from the tables', for queries that need much room: a memory can't shrink, but one without a table can
 * go. Each such query copies the columns that it reads there. The memories stay for the next one for a while.
 */
export class OverflowMemory {
  private memories: readonly CubeMemory[] = [];
  /** The first memory of the table that was asked last. */
  private requested: CubeMemory | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** @param later does something when there is time for it */
  constructor(
    private readonly newMemory: () => CubeMemory,
    private readonly later: (act: () => void) => void,
  ) {}

  /** As many entries as the segments have, in memories with nothing in them. */
  open(segments: readonly Segment[]): readonly Segment[] {
    const more = segments.slice(this.memories.length).map(() => this.newMemory());
    this.memories = [...this.memories, ...more];
    this.requested = segments[0]!.memory;
    this.wait();
    return segments.map(({ rows }, at) => ({ memory: this.memories[at]!, rows }));
  }

  /** Bytes that are there because of the table that has a memory. */
  bytesFor(memory: CubeMemory): number {
    if (memory !== this.requested) return 0;
    return this.memories.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  release(): void {
    if (this.timer) clearTimeout(this.timer);
    for (const memory of this.memories) memory.release();
    this.memories = [];
    this.timer = null;
    this.requested = null;
  }

  /** From the last query on. */
  private wait(): void {
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
