import { OutOfMemory } from "./errors.js";
import { instantiate } from "./compile.js";
import type { KernelExports } from "./exports.js";
import type { MemoryLimit } from "./memory-limit.js";
import { CubeMemory, MOST_PAGES, PAGE_BYTES, scratchStart } from "./cube-memory.js";

interface Spare {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly exports: KernelExports;
}

/** A spare memory is taken for a table of at least this share of its size: it can grow but not shrink. */
const LEAST_SHARE = 1 / 4;
/** Fewer bytes that wait to be collected may wait until it holds up nobody. */
const FEW_DROPPED = 2 ** 26;
/** Beyond this many bytes waiting to be collected, they are at once. */
const MOST_DROPPED = 2 ** 30;

/** Makes memories and takes them back: some are kept for the next tables, the others really freed. */
export class MemoryPool {
  private readonly spares: Spare[] = [];
  private dropped: number[] = [];
  private droppedBytes = 0;
  private nextId = 1;

  /**
   * @param collect makes every thread forget memories and collect its garbage, and holds this one up meanwhile
   * @param later does something when there is time for it
   */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly spareBytes: number,
    private readonly collect: (memories: readonly number[]) => void,
    private readonly limit: MemoryLimit,
    private readonly later: (act: () => void) => void,
  ) {}

  newMemory(tableBytes: number, mostBytes: number): CubeMemory {
    if (!(tableBytes <= mostBytes)) throw new OutOfMemory(tableBytes);
    const pages = Math.ceil(scratchStart(tableBytes) / PAGE_BYTES) + 1;
    const { id, memory, exports } = this.takeSpare(pages) ?? this.make(pages);
    return new CubeMemory(id, memory, exports, tableBytes, this.limit, (released) => this.takeBack(released));
  }

  /** A memory without a table, which is never kept for another one. */
  newRoom(): CubeMemory {
    const { id, memory, exports } = this.make(Math.ceil(scratchStart(0) / PAGE_BYTES) + 1);
    return new CubeMemory(id, memory, exports, 0, this.limit, (released) => this.drop(released));
  }

  /** Take over a memory that another thread has made and filled and touches no more. */
  adopt(memory: WebAssembly.Memory, tableBytes: number): CubeMemory {
    if (scratchStart(tableBytes) > memory.buffer.byteLength) throw new OutOfMemory(tableBytes);
    const exports = instantiate(this.module, memory);
    const id = this.nextId++;
    const takeBack = (released: CubeMemory): void => this.takeBack(released);
    const adopted = new CubeMemory(id, memory, exports, tableBytes, this.limit, takeBack);
    adopted.allocate(tableBytes);
    return adopted;
  }

  private make(pages: number): Spare {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
    return { id: this.nextId++, memory, exports: instantiate(this.module, memory) };
  }

  private takeSpare(pages: number): Spare | null {
    const fits = this.spares.filter(({ memory }) => pages >= pagesOf(memory) * LEAST_SHARE);
    // The smallest that is large enough, else the largest.
    const order = fits.toSorted((a, b) => pagesOf(a.memory) - pagesOf(b.memory));
    const spare = order.find(({ memory }) => pagesOf(memory) >= pages) ?? order.at(-1);
    if (!spare) return null;
    this.spares.splice(this.spares.indexOf(spare), 1);
    new Uint8Array(spare.memory.buffer).fill(0);
    if (pagesOf(spare.memory) < pages) spare.memory.grow(pages - pagesOf(spare.memory));
    return spare;
  }

  private takeBack({ id, memory, exports }: CubeMemory): void {
    const kept = this.spares.reduce((sum, spare) => sum + spare.memory.buffer.byteLength, 0);
    if (kept + memory.buffer.byteLength <= this.spareBytes) this.spares.push({ id, memory, exports });
    else this.drop({ id, memory });
  }

  private drop({ id, memory }: Pick<CubeMemory, "id" | "memory">): void {
    const before = this.droppedBytes;
    this.dropped.push(id);
    this.droppedBytes += memory.buffer.byteLength;
    if (before === 0) this.later(() => this.free());
    if (before < FEW_DROPPED && this.droppedBytes >= FEW_DROPPED) setImmediate(() => this.free());
    if (this.droppedBytes > MOST_DROPPED) this.free();
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
