import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { startWorker } from "../../../core/assets/assets.js";
import type { GivenStep, Second, SecondThread, IndexedTerms, TableStep } from "../../../engines/columnar/table-step.js";
import type { Kernel } from "../../../engines/kernel/kernel.js";
import { DONE, ENDED, GIVEN, LEFT, makeControl, MAX_STEPS, OPEN, STATES, TICKS } from "./control.js";
import { BEGUN, type SecondThreadStart, type StepMessage, type StepResult } from "./control.js";

/** Milliseconds without progress after which a step is done here. */
const PATIENCE_MS = 60_000;

/** Memory for new objects of the thread, which makes few. */
const YOUNG_MEGABYTES = 4;

/** Rows from which the thread saves more than its start costs. */
export const WORTH_A_THREAD = 500_000;

/** Return how a load gets a second thread, if there is a second processor. @param rows number of rows from which it starts */
export function secondThread(rows: number): Second | undefined {
  return availableParallelism() > 1 ? { rows, start: startSecondThread } : undefined;
}

/** Start a second thread. It ends with the one that starts it, if it is not ended before. */
export function startSecondThread({ module }: Pick<Kernel, "module">, patience = PATIENCE_MS): SecondThread {
  const { port1, port2 } = new MessageChannel();
  const control = makeControl();
  const workerData: SecondThreadStart = { module, control, port: port2 };
  const worker = startWorker("dist/process/jobs/second-thread/worker.js", {
    workerData,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  return new StartedThread(worker, port1, control, patience);
}

class StartedThread implements SecondThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #control: Int32Array;
  readonly #patience: number;
  readonly #results = new Map<number, IndexedTerms | null>();

  constructor(worker: Worker, port: MessagePort, control: Int32Array, patience: number) {
    this.#worker = worker;
    this.#port = port;
    this.#control = control;
    this.#patience = patience;
    worker.unref();
    port.unref();
    // Steps of a thread that ended make no progress.
    worker.on("error", () => {});
  }

  give(step: TableStep): GivenStep {
    const control = this.#control;
    const at = Atomics.load(control, GIVEN);
    if (at === MAX_STEPS) return { take: () => undefined };
    post(this.#port, { step });
    Atomics.add(control, GIVEN, 1);
    Atomics.notify(control, GIVEN);
    return { take: () => this.#take(at) };
  }

  get waiting(): number {
    return Atomics.load(this.#control, GIVEN) - Atomics.load(this.#control, ENDED);
  }

  end(): void {
    this.#port.close();
    void this.#worker.terminate();
  }

  #take(at: number): IndexedTerms | null | undefined {
    const control = this.#control;
    if (Atomics.compareExchange(control, STATES + at, OPEN, LEFT) === OPEN) return undefined;
    this.#wait(STATES + at);
    if (Atomics.load(control, STATES + at) !== DONE) return undefined;
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port)) {
      const { at: of, built } = next.message as StepResult;
      this.#results.set(of, built);
    }
    return this.#results.get(at);
  }

  /** Wait until a step has ended, or makes no progress. @param state place of its state */
  #wait(state: number): void {
    const control = this.#control;
    while (Atomics.load(control, state) === BEGUN) {
      const [ended, ticks] = [Atomics.load(control, ENDED), Atomics.load(control, TICKS)];
      if (Atomics.load(control, state) !== BEGUN) return;
      const isLate = Atomics.wait(control, ENDED, ended, this.#patience) === "timed-out";
      if (isLate && Atomics.load(control, TICKS) === ticks) return;
    }
  }
}

function post(port: MessagePort, message: StepMessage): void {
  port.postMessage(message);
}
