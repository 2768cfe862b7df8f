import type { CubeAnswer } from "../cube/answer.js";
import type { Cube } from "../cube/cube.js";
import type { CubeQuery } from "../cube/queries.js";

/** A program that holds the cube. */
export interface Contestant {
  answer(query: CubeQuery): Promise<CubeAnswer>;
  /**
   * Prepare the timed function: like `answer`, but without converting the result. `null` if the query is unsupported.
   */
  plan(query: CubeQuery): (() => unknown) | null;
  /** Wait for the end of background work that earlier queries have started. */
  settle?(): Promise<void>;
  /** Parts of the work that are timed separately, by name. */
  readonly parts?: Readonly<Record<string, (query: CubeQuery) => () => unknown>>;
  close(): Promise<void>;
}

/** Repeat a query, so that the contestant builds what it builds for repeated queries. */
export async function askAgain({ plan, settle }: Pick<Contestant, "plan" | "settle">, query: CubeQuery): Promise<void> {
  const run = plan(query);
  for (let time = 0; time < TIMES; time++) {
    await run?.();
    await settle?.();
  }
}

/**
 * Number of repetitions. Posting lists are built in two steps: their lengths first, the lists after the second query.
 */
const TIMES = 4;

export interface ContestantInput {
  readonly cube: Cube;
  readonly threads: number;
  /** Directory with the files of `shareCube`; contestants may add files. */
  readonly directory: string;
}

/** Starts a contestant. @throws NotInstalled if it is not on this machine */
export type Enter = (input: ContestantInput) => Promise<Contestant>;

export class NotInstalled extends Error {}
