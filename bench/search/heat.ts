import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { NotInstalled } from "../peers/contestant.js";
import { median } from "../tables.js";
import { type Built, findPlainly, type Found } from "./contestant.js";
import { SEARCHERS } from "./contestants.js";
import { CORPORA, type Corpus, type CorpusName } from "./corpus.js";
import type { Question } from "./questions.js";

export interface Heat {
  readonly name: string;
  readonly corpus: CorpusName;
  readonly rows: number;
  /** Directory with the files of `shareCorpus`; contestants may add files. */
  readonly directory: string;
  readonly questions: readonly Question[];
  readonly expected: readonly Found[];
}

export interface HeatResult {
  /** Milliseconds by kind of question. */
  readonly timings: Readonly<Record<string, number>>;
  readonly built: Built;
}

/** Approximate milliseconds spent on each kind of question. */
const QUESTION_MS = 2000;
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 30;

/**
 * Run one contestant in a process of its own: check its answers, then time it.
 * @returns its timings, or the reason why it does not take part
 */
export async function runSearchHeat(heat: Heat): Promise<HeatResult | string> {
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: ["--max-old-space-size=12288"] });
  const exited = once(child, "exit");
  child.send(heat);
  const [message] = await Promise.race([once(child, "message"), exited.then(() => [null])]);
  if (message === null) throw new Error(`${heat.name} ended unexpectedly`);
  await exited;
  return message as HeatResult | string;
}

/** Run the child process of `runSearchHeat`. */
async function takePart({ name, corpus: corpusName, rows, directory, questions, expected }: Heat): Promise<void> {
  const { enter, threads, maxEntries = Infinity } = SEARCHERS[name]!;
  const whole: Corpus = await CORPORA[corpusName](rows);
  const corpus = { ...whole, rows: Math.min(whole.rows, maxEntries) };
  const wanted = (at: number): Found =>
    corpus.rows === whole.rows ? expected[at]! : findPlainly(corpus, questions[at]!);
  try {
    const contestant = await enter(corpus, threads, directory);
    const runs = new Map<string, (() => Promise<Found>)[]>();
    for (const [at, question] of questions.entries()) {
      const run = contestant.plan(question);
      if (!run) continue;
      const [own, other] = [JSON.stringify(await run()), JSON.stringify(wanted(at))];
      if (own !== other) throw new Error(`${name} finds ${own}, not ${other}: ${JSON.stringify(question)}`);
      runs.set(question.grouping, [...(runs.get(question.grouping) ?? []), run]);
    }
    const timings: Record<string, number> = {};
    for (const [grouping, all] of runs) timings[grouping] = await time(all);
    process.send!({ timings, built: contestant.built() } satisfies HeatResult);
    await contestant.close();
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    process.send!(error.message);
  }
  process.disconnect();
}

/** Measure the median over several questions, asked in turn. */
async function time(runs: readonly (() => Promise<Found>)[]): Promise<number> {
  const times: number[] = [];
  const start = performance.now();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round >= MIN_ROUNDS && performance.now() - start > QUESTION_MS) break;
    for (const run of runs) {
      const begin = performance.now();
      await run();
      times.push(performance.now() - begin);
    }
  }
  return median(times);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [heat] = await once(process, "message");
  await takePart(heat as Heat);
}
