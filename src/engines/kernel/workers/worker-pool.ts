import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { startWorker } from "../../../core/assets/assets.js";
import { ControlBlock, RUNNING, type KernelTask } from "./control-block.js";
import { OutOfTime } from "../memory/errors.js";
import type { KernelExports } from "../memory/exports.js";
import type { CubeMemory } from "../memory/cube-memory.js";
import type { WorkerMessage, WorkerStart } from "./worker.js";

/** Error for a worker that made no progress. It may still write to the scratch memory; its results are discarded. */
export class WorkerLost extends Error {}

/** Polls of the number of running workers before sleeping. */
const SPINS = 20_000;

interface Member {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Ids of the memories for which the worker has an instance. */
  readonly attached: Set<number>;
  readonly index: number;
}

export interface PoolOptions {
  readonly workers: number;
  /** Milliseconds without progress after which workers are terminated. */
  readonly patience: number;
  /** Called for a worker that ended before the pool was closed. */
  readonly onLost: (error: Error) => void;
}

/**
 * Pool of worker threads. This thread takes part in every phase and waits for its end. If a worker is missing, the other
 * threads do its share. Workers do not keep the process alive.
 */
export class WorkerPool {
  private control: ControlBlock;
  private readonly members = new Set<Member>();

  constructor(
    module: WebAssembly.Module,
    private readonly options: PoolOptions,
  ) {
    this.control = ControlBlock.create(options.workers);
    for (let index = 0; index < options.workers; index++) this.start(module, index);
  }

  /** Number of workers that have started. */
  get ready(): number {
    return this.readyMembers().length;
  }

  /**
   * Run every piece of every task, on this thread and up to `workers` others.
   * @param memories the tasks' memories, one per task
   * @throws OutOfTime after the deadline; WorkerLost
   */
  run(memories: readonly CubeMemory[], tasks: readonly KernelTask[], deadline: number, workers: number): void {
    if (workers === 0) {
      tasks.forEach((task, at) => runAlone(memories[at]!.exports, task, deadline));
      return;
    }
    const byId = new Map<number, KernelExports>(memories.map(({ id, exports }) => [id, exports]));
    const members = this.readyMembers().slice(0, workers);
    for (const member of members) this.attach(member, memories);
    this.control.begin(tasks, deadline);
    this.wake(members);
    let failure: unknown = null;
    try {
      this.control.claimPieces(0, (memory) => byId.get(memory)!, 0);
    } catch (error) {
      failure = error;
      this.control.fail();
    }
    this.join(members);
    if (failure) throw failure;
    if (this.control.failed) throw explainError(members);
    if (this.control.stopped) throw new OutOfTime();
  }

  /** Make every worker drop memories and collect its garbage; returns when they have finished. */
  forget(memories: readonly number[]): void {
    const members = this.readyMembers();
    for (const member of this.members) {
      for (const memory of memories) {
        if (member.attached.delete(memory)) post(member, { detach: memory });
      }
    }
    for (const member of members) post(member, { collect: true });
    this.wake(members);
    this.join(members);
  }

  async close(): Promise<void> {
    const members = [...this.members];
    this.members.clear();
    await Promise.all(members.map(({ worker }) => worker.terminate()));
  }

  private start(module: WebAssembly.Module, index: number): void {
    const { port1, port2 } = new MessageChannel();
    const workerData: WorkerStart = { control: this.control.buffer, module, port: port2, worker: index };
    const worker = startWorker("dist/engines/kernel/workers/worker.js", { workerData, transferList: [port2] });
    const member: Member = { worker, port: port1, attached: new Set(), index };
    worker.unref();
    port1.unref();
    worker.on("error", (error) => this.lose(member, error));
    worker.on("exit", () => {
      this.lose(member, new Error("A worker ended"));
      port1.close();
    });
    this.members.add(member);
  }

  private lose(member: Member, error: Error): void {
    if (this.members.delete(member)) this.options.onLost(error);
  }

  private readyMembers(): Member[] {
    return [...this.members].filter(({ index }) => Atomics.load(this.control.words, this.control.progress(index)) > 0);
  }

  private attach(member: Member, memories: readonly CubeMemory[]): void {
    for (const { id, memory } of memories) {
      if (member.attached.has(id)) continue;
      member.attached.add(id);
      post(member, { attach: id, memory });
    }
  }

  private wake(members: readonly Member[]): void {
    const { words } = this.control;
    Atomics.store(words, RUNNING, members.length);
    members.forEach(({ index }, place) => {
      words[this.control.thread(index)] = place + 1;
      Atomics.add(words, this.control.mailbox(index), 1);
      Atomics.notify(words, this.control.mailbox(index));
    });
  }

  private join(members: readonly Member[]): void {
    const { words } = this.control;
    for (let spin = 0; spin < SPINS && Atomics.load(words, RUNNING) > 0; spin++);
    let progress = this.totalProgress(members);
    for (let running = Atomics.load(words, RUNNING); running > 0; running = Atomics.load(words, RUNNING)) {
      if (Atomics.wait(words, RUNNING, running, this.options.patience) !== "timed-out") continue;
      const now = this.totalProgress(members);
      if (now === progress) {
        throw this.giveUp();
      }
      progress = now;
    }
  }

  private totalProgress(members: readonly Member[]): number {
    const { words } = this.control;
    return members.reduce((sum, { index }) => sum + Atomics.load(words, this.control.progress(index)), 0);
  }

  private giveUp(): WorkerLost {
    const lost = new WorkerLost(`Workers without progress for ${this.options.patience} ms were terminated`);
    for (const member of this.members) {
      this.lose(member, lost);
      void member.worker.terminate();
    }
    // A terminated worker that still runs must not claim pieces of later work.
    this.control = ControlBlock.create(0);
    return lost;
  }
}

/** @throws OutOfTime */
function runAlone({ runPiece, finishPhase }: KernelExports, { plan, pieces }: KernelTask, deadline: number): void {
  for (let piece = 0; piece < pieces; piece++) {
    if (performance.now() > deadline) throw new OutOfTime();
    runPiece(plan, 0, piece);
  }
  finishPhase(plan, 0);
}

/**
 * Return the first error that a worker reported. All memories are attached again later, as attaching may have failed.
 */
function explainError(members: readonly Member[]): Error {
  const [cause] = members.flatMap((member) => {
    member.attached.clear();
    return receiveMessageOnPort(member.port)?.message ?? [];
  });
  return new Error("The kernel failed on a worker", { cause });
}

function post({ port }: Member, message: WorkerMessage): void {
  port.postMessage(message);
}
