import type { KernelExports } from "../memory/exports.js";

/**
 * State of one phase of work that all threads share: words of a SharedArrayBuffer. Words that are written concurrently
 * have cache lines of their own.
 *
 *   control ─► | next piece … | stop … | running … | failed … | segments, threads, – , deadline f64 … |
 *              | memory, plan, end piece | … MAX_SEGMENTS | mailbox … | mailbox … | … one for each worker |
 */
const LINE = 16;
const NEXT = 0;
const STOP = LINE;
export const RUNNING = 2 * LINE;
const FAILED = 3 * LINE;
const SEGMENTS = 4 * LINE;
const DEADLINE = 4 * LINE + 2;
const TASKS = 5 * LINE;
const MAX_SEGMENTS = 256;
const MAILBOXES = TASKS + 3 * MAX_SEGMENTS;

/** Work on one segment: its memory, a plan and the number of pieces. */
export interface KernelTask {
  readonly memory: number;
  readonly plan: number;
  readonly pieces: number;
}

export class ControlBlock {
  readonly words: Int32Array;
  private readonly deadline: Float64Array;

  constructor(readonly buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer);
    this.deadline = new Float64Array(buffer, DEADLINE * 4, 1);
  }

  static create(workers: number): ControlBlock {
    return new ControlBlock(new SharedArrayBuffer((MAILBOXES + LINE * workers) * 4));
  }

  /** Index of a worker's mailbox: a changed number wakes the worker. */
  mailbox(worker: number): number {
    return MAILBOXES + LINE * worker;
  }

  /** Index of a worker's progress counter: 0 until it has started, then rising with each piece. */
  progress(worker: number): number {
    return this.mailbox(worker) + 1;
  }

  /** Index of a worker's thread number in the phase; the calling thread is number 0. */
  thread(worker: number): number {
    return this.mailbox(worker) + 2;
  }

  /** Set up a phase. @param deadline as `performance.now()` in this thread */
  begin(tasks: readonly KernelTask[], deadline: number): void {
    if (tasks.length > MAX_SEGMENTS) throw new RangeError(`More than ${MAX_SEGMENTS} segments`);
    let end = 0;
    tasks.forEach(({ memory, plan, pieces }, index) => {
      end += pieces;
      this.words.set([memory, plan, end], TASKS + 3 * index);
    });
    this.words[SEGMENTS] = tasks.length;
    this.deadline[0] = sharedTime() + deadline - performance.now();
    Atomics.store(this.words, STOP, 0);
    Atomics.store(this.words, FAILED, 0);
    Atomics.store(this.words, NEXT, 0);
  }

  /** Claim and run pieces until none is left, the deadline has passed or another thread has failed. */
  claimPieces(thread: number, exportsOf: (memory: number) => KernelExports, progress: number): void {
    const { words } = this;
    const segments = words[SEGMENTS]!;
    let segment = 0;
    let begun = -1;
    while (!Atomics.load(words, STOP)) {
      const piece = Atomics.add(words, NEXT, 1);
      while (segment < segments && piece >= this.endOf(segment)) segment++;
      if (segment === segments) break;
      if (begun !== segment) this.finish(begun, thread, exportsOf);
      begun = segment;
      if (sharedTime() > this.deadline[0]!) {
        Atomics.store(words, STOP, 1);
        break;
      }
      exportsOf(this.memoryOf(segment)).runPiece(this.planOf(segment), thread, piece - this.endOf(segment - 1));
      if (progress) Atomics.add(words, progress, 1);
    }
    this.finish(begun, thread, exportsOf);
  }

  /** True if the phase ended early: the deadline passed, or a thread failed. */
  get stopped(): boolean {
    return Atomics.load(this.words, STOP) !== 0;
  }

  get failed(): boolean {
    return Atomics.load(this.words, FAILED) !== 0;
  }

  /** Mark the phase as failed; other threads stop after their current piece. */
  fail(): void {
    Atomics.store(this.words, FAILED, 1);
    Atomics.store(this.words, STOP, 1);
  }

  private finish(segment: number, thread: number, exportsOf: (memory: number) => KernelExports): void {
    if (segment >= 0) exportsOf(this.memoryOf(segment)).finishPhase(this.planOf(segment), thread);
  }

  private memoryOf(segment: number): number {
    return this.words[TASKS + 3 * segment]!;
  }

  private planOf(segment: number): number {
    return this.words[TASKS + 3 * segment + 1]! >>> 0;
  }

  private endOf(segment: number): number {
    return segment < 0 ? 0 : this.words[TASKS + 3 * segment + 2]!;
  }
}

/** Return the time in milliseconds, by a clock that is never set back: `performance.now()` begins anew in each thread. */
function sharedTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
