import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Threads that help V8 to collect garbage, whatever the number of processors. */
const HELPERS = 4;

/**
 * Let each thread collect its new objects alone where there are no more processors than helpers. These would wait for
 * each other: with many datasets they took half of the processors' time.
 * @param setFlag sets an option of V8
 */
export function collectAlone(processors = availableParallelism(), setFlag = setFlagsFromString): void {
  if (processors <= HELPERS) setFlag("--no-parallel-scavenge");
}
