import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { makeCollector } from "../memory/collect-garbage.js";
import { ControlBlock, RUNNING } from "./control-block.js";
import { instantiate } from "../memory/compile.js";
import type { KernelExports } from "../memory/exports.js";

/** Start data of a worker. */
export interface WorkerStart {
  readonly control: SharedArrayBuffer;
  readonly module: WebAssembly.Module;
  readonly port: MessagePort;
  readonly worker: number;
}

/**
 * Message to a worker, sent before it is woken. The worker never returns to its event loop; it sends back only errors.
 */
export type WorkerMessage =
  | { readonly attach: number; readonly memory: WebAssembly.Memory }
  | { readonly detach: number }
  | { readonly collect: true };

/** Polls of the mailbox before sleeping: the next phase of a query often follows within microseconds. */
const SPINS = 2_000;

runWorker(workerData as WorkerStart);

function runWorker({ control: buffer, module, port, worker }: WorkerStart): never {
  const control = new ControlBlock(buffer);
  const mailbox = control.mailbox(worker);
  const instances = new Map<number, KernelExports>();
  const collect = makeCollector();
  let seen = 0;
  Atomics.store(control.words, control.progress(worker), 1);
  for (;;) {
    for (let spin = 0; spin < SPINS && Atomics.load(control.words, mailbox) === seen; spin++);
    while (Atomics.load(control.words, mailbox) === seen) Atomics.wait(control.words, mailbox, seen);
    seen = Atomics.load(control.words, mailbox);
    try {
      if (!readMessages(port, module, instances, collect)) {
        const thread = control.words[control.thread(worker)]!;
        control.claimPieces(thread, (memory) => instances.get(memory)!, control.progress(worker));
      }
    } catch (error) {
      port.postMessage(error);
      control.fail();
    }
    Atomics.sub(control.words, RUNNING, 1);
    Atomics.notify(control.words, RUNNING);
  }
}

/** Read all messages. @returns true if the worker was woken to collect garbage, and has done so */
function readMessages(
  port: MessagePort,
  module: WebAssembly.Module,
  instances: Map<number, KernelExports>,
  collect: () => void,
): boolean {
  let collected = false;
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    const message = next.message as WorkerMessage;
    if ("attach" in message) instances.set(message.attach, instantiate(module, message.memory));
    else if ("detach" in message) instances.delete(message.detach);
    else collected = true;
  }
  if (collected) collect();
  return collected;
}
