import type { ScratchLane } from "../../engines/kernel/memory/cube-memory.js";

/** Scratch memory of each thread but the last, which gets all the rest. */
export const LANE_BYTES = 2 ** 26;

/** The scratch memory of the server's own thread, if there are executors. */
export const OWN_LANE: ScratchLane = { offset: 0, bytes: LANE_BYTES };
