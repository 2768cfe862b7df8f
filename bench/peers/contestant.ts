import type { CubeAnswer } from "../cube/answer.js";
import type { Cube } from "../cube/cube.js";
import type { CubeQuery } from "../cube/queries.js";

/** Somebody with a cube of its own who can be asked and timed. */
export interface Contestant {
  answer(query: CubeQuery): Promise<CubeAnswer>;
  /** What is timed: as `answer`, but the result is left as the contestant gives it. `null` where it cannot be. */
  plan(query: CubeQuery): (() => unknown) | null;
  /** Fulfilled when nothing is being made any more for what was asked. */
  settle?(): Promise<void>;
  /** What may be timed beside it: a part of the same work. */
  readonly parts?: Readonly<Record<string, (query: CubeQuery) => () => unknown>>;
  close(): Promise<void>;
}

/** Let a contestant have what it makes for a question that comes again. */
export async function askAgain({ plan, settle }: Pick<Contestant, "plan" | "settle">, query: CubeQuery): Promise<void> {
  const run = plan(query);
  for (let time = 0; time < TIMES; time++) {
    await run?.();
    await settle?.();
  }
}

/** The second question decides that lists of entries are made, after their lengths. */
const TIMES = 4;

export interface ContestantInput {
  readonly cube: Cube;
  readonly threads: number;
  /** Holds what `shareCube` wrote; contestants may put more there. */
  readonly directory: string;
}

/** @throws NotInstalled when it is not on this machine */
export type Enter = (input: ContestantInput) => Promise<Contestant>;

export class NotInstalled extends Error {}
