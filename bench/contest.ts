import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CONTESTANTS } from "./contestants.js";
import { type CubeAnswer, checkAnswer } from "./cube/answer.js";
import { makeCube } from "./cube/cube.js";
import { QUERIES } from "./cube/queries.js";
import { medianMilliseconds } from "./median-milliseconds.js";
import { askAgain, type Contestant, NotInstalled } from "./peers/contestant.js";

/** Milliseconds by part (`""`: the whole query) and query. */
export type Timings = Readonly<Record<string, Readonly<Record<string, number>>>>;

type FromChild =
  | { readonly absent: string }
  | { readonly answers: Readonly<Record<string, CubeAnswer>> }
  | { readonly timings: Timings };

export interface Heat {
  readonly name: string;
  readonly threads: number;
  readonly rows: number;
  readonly directory: string;
}

/**
 * Run one contestant in a process of its own: check its answers, then time it.
 * @returns its timings, or the reason why it does not take part
 */
export async function runHeat(heat: Heat, expected: ReadonlyMap<string, CubeAnswer>): Promise<Timings | string> {
  const { name, threads, rows, directory } = heat;
  const child = fork(fileURLToPath(import.meta.url), [name, String(threads), String(rows), directory], {
    env: { ...process.env, POLARS_MAX_THREADS: String(threads) },
    execArgv: ["--max-old-space-size=12288"],
  });
  const exited = once(child, "exit");
  const receive = async (): Promise<FromChild> => {
    const [first] = await Promise.race([once(child, "message"), exited.then(() => [null])]);
    if (first === null) throw new Error(`${name} with ${threads} threads ended unexpectedly`);
    return first as FromChild;
  };
  const first = await receive();
  if ("absent" in first) return first.absent;
  if (!("answers" in first)) throw new Error("Timed before checked");
  try {
    for (const query of QUERIES) {
      const answer = first.answers[query.name];
      if (answer) checkAnswer(name, query, answer, expected.get(query.name)!);
    }
  } catch (error) {
    child.kill();
    throw error;
  }
  child.send("go");
  const second = await receive();
  await exited;
  return "timings" in second ? second.timings : "no timings";
}

/** Run the child process of `runHeat`. */
async function takePart(name: string, threads: number, rows: number, directory: string): Promise<void> {
  let contestant: Contestant;
  try {
    contestant = await CONTESTANTS[name]!.enter({ cube: makeCube(rows), threads, directory });
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    process.send!({ absent: error.message });
    process.disconnect();
    return;
  }
  const answers: Record<string, CubeAnswer> = {};
  for (const query of QUERIES) if (contestant.plan(query)) answers[query.name] = await contestant.answer(query);
  process.send!({ answers });
  await once(process, "message");
  process.send!({ timings: await timeAll(contestant) });
  await contestant.close();
  process.disconnect();
}

async function timeAll(contestant: Contestant): Promise<Timings> {
  const timings: Record<string, Record<string, number>> = { "": {} };
  for (const query of QUERIES) {
    const run = contestant.plan(query);
    if (contestant.settle) await askAgain(contestant, query);
    if (run) timings[""]![query.name] = await medianMilliseconds(run);
    for (const [part, plan] of Object.entries(contestant.parts ?? {})) {
      (timings[part] ??= {})[query.name] = await medianMilliseconds(plan(query));
    }
  }
  return timings;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name, threads, rows, directory] = process.argv;
  await takePart(name!, Number(threads), Number(rows), directory!);
}
