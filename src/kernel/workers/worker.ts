import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { makeCollector } from "../memory/collect-garbage.js";
import { ControlBlock, RUNNING } from "./control-block.js";
import { instantiate } from "../memory/compile.js";
import type { KernelExports } from "../memory/exports.js";

/** What a worker is started with. */
export interface WorkerStart {
  readonly control: SharedArrayBuffer;
  readonly module: WebAssembly.Module;
  readonly port: MessagePort;
  readonly worker: number;
}

/** What a worker is told before it is woken; it never returns to its event loop. It answers with errors alone. */
export type WorkerMessage =
  | { readonly attach: number; readonly memory: WebAssembly.Memory }
  | { readonly detach: number }
  | { readonly collect: true };

/** Looks at the mailbox before sleeping: the next phase of a query follows within microseconds. */
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

/** @returns whether it was woken to collect garbage */
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
