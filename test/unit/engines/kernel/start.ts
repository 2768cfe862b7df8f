import { setTimeout as wait } from "node:timers/promises";
import { Kernel, type KernelOptions } from "#src/engines/kernel/kernel.js";

/** Start a kernel, and wait until all its threads are ready. */
export async function startKernel(options: KernelOptions): Promise<Kernel> {
  const kernel = Kernel.start(options);
  while (kernel.threads < (options.threads ?? 1)) await wait(1);
  return kernel;
}
