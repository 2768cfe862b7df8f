import { OutOfMemory } from "./errors.js";
import { instantiate } from "./compile.js";
import type { KernelConstants, KernelExports } from "./exports.js";
import type { MemoryLimit } from "./memory-limit.js";
import {
  sharedBytesOf,
  CubeMemory,
  type FillMemory,
  isPlain,
  MAX_PAGES,
  type MemoryKernel,
  PAGE_BYTES,
  type PlainPart,
  scratchStart,
  type ScratchLane,
  type SharedMemory,
  WHOLE_SCRATCH,
} from "./cube-memory.js";

interface Spare {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
}

/** Minimum size of a table, as a share of a spare memory's size, to reuse that memory: it can grow but not shrink. */
const MIN_SHARE = 1 / 4;
/** Bytes of dropped memories up to which garbage collection may wait for a quiet moment. */
const FEW_DROPPED = 2 ** 26;
/** Bytes of dropped memories above which garbage is collected at once. */
const MAX_DROPPED = 2 ** 30;

/** Maximum size of a table segment in plain memory. */
const PLAIN_BYTES = 2 ** 18;
/** Segments in plain memory that have a copy in which the kernel computes, until the next turn of the event loop. */
const MAX_WORKING = 1000;

/** Pages of a memory without a table. */
const EMPTY_PAGES = Math.ceil(scratchStart(0) / PAGE_BYTES) + 1;

/** Pool of memories: some released memories are held for the next tables, the others are freed. */
export class MemoryPool implements MemoryKernel {
  private readonly spares: Spare[] = [];
  private dropped: number[] = [];
  private droppedBytes = 0;
  private nextId = 1;
  private known: KernelConstants | null = null;
  /** Segments in plain memory with a copy in which the kernel computes, the oldest copy first. */
  private readonly working = new Set<CubeMemory>();

  /**
   * @param collect makes every thread drop memories and collect its garbage; blocks this thread meanwhile
   * @param later runs a function at a later, quieter time
   * @param lane the scratch of memories with a table
   */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly spareBytes: number,
    private readonly collect: (memories: readonly number[]) => void,
    private readonly limit: MemoryLimit,
    private readonly later: (act: () => void) => void,
    private readonly lane: ScratchLane = WHOLE_SCRATCH,
  ) {}

  /** The kernel's constants, which are the same on every memory. */
  get constants(): KernelConstants {
    return (this.known ??= this.instantiate(this.make(EMPTY_PAGES).memory));
  }

  instantiate(memory: WebAssembly.Memory): KernelExports {
    return instantiate(this.module, memory);
  }

  /** Create or reuse a memory. @throws OutOfMemory if the table exceeds `maxBytes` */
  newMemory(tableBytes: number, maxBytes: number): CubeMemory {
    if (!(tableBytes <= maxBytes)) throw new OutOfMemory(tableBytes);
    const pages = Math.ceil(scratchStart(tableBytes) / PAGE_BYTES) + 1;
    return this.open(this.takeSpare(pages) ?? this.make(pages), tableBytes);
  }

  /** Create a memory for a segment that is written once, before the kernel computes there. @throws as `newMemory` */
  newTableMemory(tableBytes: number, maxBytes: number): CubeMemory {
    if (!(tableBytes <= PLAIN_BYTES)) return this.newMemory(tableBytes, maxBytes);
    return this.openPlain(new SharedArrayBuffer(scratchStart(tableBytes)), tableBytes);
  }

  makeWorking(of: CubeMemory): Spare {
    this.working.add(of);
    if (this.working.size === MAX_WORKING + 1) setImmediate(() => this.dropOldest());
    return this.make(Math.ceil(scratchStart(of.tableBytes) / PAGE_BYTES) + 1);
  }

  /** Create a memory without a table; after its release it is freed, not reused. */
  newOverflow(): CubeMemory {
    const { id, memory } = this.make(EMPTY_PAGES);
    return new CubeMemory(id, memory, this, 0, this.limit, (released) => this.drop(released));
  }

  /**
   * Take over a memory from another thread, which must not use it any more.
   * @param fill fills it when it is first read, if it is plain; absent: it is filled
   */
  adopt(memory: SharedMemory, tableBytes: number, fill?: FillMemory): CubeMemory {
    if (scratchStart(tableBytes) > sharedBytesOf(memory).length) throw new OutOfMemory(tableBytes);
    const adopted = isPlain(memory)
      ? this.openPlain(memory, tableBytes, fill)
      : this.open({ id: this.nextId++, memory }, tableBytes);
    adopted.allocate(tableBytes);
    return adopted;
  }

  private make(pages: number): Spare {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES, shared: true });
    return { id: this.nextId++, memory };
  }

  private open({ id, memory }: Spare, tableBytes: number): CubeMemory {
    const takeBack = (released: CubeMemory): void => this.takeBack(released);
    return new CubeMemory(id, memory, this, tableBytes, this.limit, takeBack, this.lane);
  }

  /** Nobody else computes in the copy of a plain memory. */
  private openPlain(shared: SharedArrayBuffer | PlainPart, tableBytes: number, fill?: FillMemory): CubeMemory {
    const takeBack = (released: CubeMemory): void => this.dropCopy(released);
    return new CubeMemory(this.nextId++, shared, this, tableBytes, this.limit, takeBack, WHOLE_SCRATCH, fill);
  }

  private dropCopy(of: CubeMemory): void {
    this.working.delete(of);
    const memory = of.dropWorking();
    if (memory) this.drop({ id: of.id, memory });
  }

  private dropOldest(): void {
    for (const oldest of this.working) {
      if (this.working.size <= MAX_WORKING / 2) return;
      this.dropCopy(oldest);
    }
  }

  private takeSpare(pages: number): Spare | null {
    const fits = this.spares.filter(({ memory }) => pages >= pagesOf(memory) * MIN_SHARE);
    // The smallest memory that is large enough, else the largest, which then grows.
    const order = fits.toSorted((a, b) => pagesOf(a.memory) - pagesOf(b.memory));
    const spare = order.find(({ memory }) => pagesOf(memory) >= pages) ?? order.at(-1);
    if (!spare) return null;
    this.spares.splice(this.spares.indexOf(spare), 1);
    new Uint8Array(spare.memory.buffer).fill(0);
    if (pagesOf(spare.memory) < pages) spare.memory.grow(pages - pagesOf(spare.memory));
    return spare;
  }

  private takeBack({ id, memory }: CubeMemory): void {
    const spareBytes = this.spares.reduce((sum, spare) => sum + spare.memory.buffer.byteLength, 0);
    if (spareBytes + memory.buffer.byteLength <= this.spareBytes) this.spares.push({ id, memory });
    else this.drop({ id, memory });
  }

  private drop({ id, memory }: Pick<CubeMemory, "id" | "memory">): void {
    const before = this.droppedBytes;
    this.dropped.push(id);
    this.droppedBytes += memory.buffer.byteLength;
    if (before === 0) this.later(() => this.free());
    if (before < FEW_DROPPED && this.droppedBytes >= FEW_DROPPED) setImmediate(() => this.free());
    if (this.droppedBytes > MAX_DROPPED) this.free();
  }

  private free(): void {
    if (this.dropped.length === 0) return;
    const memories = this.dropped;
    this.dropped = [];
    this.droppedBytes = 0;
    this.collect(memories);
  }
}

function pagesOf(memory: WebAssembly.Memory): number {
  return memory.buffer.byteLength / PAGE_BYTES;
}
