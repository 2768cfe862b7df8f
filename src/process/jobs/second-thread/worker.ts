import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { doStep } from "../../../engines/columnar/second-thread.js";
import { Kernel } from "../../../engines/kernel/kernel.js";
import { BEGUN, DONE, ENDED, FAILED, GIVEN, OPEN, type SecondThreadStart, STATES, TICKS } from "./control.js";
import type { StepMessage, StepResult } from "./control.js";

runSteps(workerData as SecondThreadStart);

/** Do steps in their order, until the thread is ended. It has the priority of the thread that started it. */
function runSteps({ module, control, port }: SecondThreadStart): never {
  const kernel = Kernel.start({ module, spareBytes: 0 });
  const tick = (): void => void Atomics.add(control, TICKS, 1);
  for (let at = 0; ; at++) {
    while (Atomics.load(control, GIVEN) <= at) Atomics.wait(control, GIVEN, at);
    const { step } = receiveMessageOnPort(port)!.message as StepMessage;
    if (Atomics.compareExchange(control, STATES + at, OPEN, BEGUN) === OPEN) {
      let state = FAILED;
      try {
        const result: StepResult = { at, built: doStep(kernel, step, tick) };
        port.postMessage(result);
        state = DONE;
      } catch {
        // The other thread does the step then, and meets the error where it is handled.
      }
      Atomics.store(control, STATES + at, state);
    }
    Atomics.add(control, ENDED, 1);
    Atomics.notify(control, ENDED);
  }
}
