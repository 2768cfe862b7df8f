import { OverCapacity } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { checkAnswer, type CubeAnswer } from "../cube/answer.js";
import { makeCube } from "../cube/cube.js";
import { cubeModel } from "../cube/entries.js";
import { QUERIES } from "../cube/queries.js";
import { answerPlainly } from "../cube/reference.js";
import { medianMilliseconds } from "../median-milliseconds.js";
import { accountForMemories } from "../memory/account.js";
import { peakWhile, settle } from "../memory/resident.js";
import { askAgain, type Contestant } from "../peers/contestant.js";
import { askEngine, buildCube, ROUNDS, withRollups as engineWithRollups } from "../peers/spendcube.js";
import { print } from "../tables.js";
import { randomCuts } from "./random-cuts.js";
import type { ScaleReport, Times } from "./report.js";

/** Time for the runs of one query. */
const MILLISECONDS = 300;
/** Time above which a query is repeated less often before it is timed. */
const SLOW_MILLISECONDS = 250;
const SLOW_ROUNDS = 4;
const RANDOM_CUTS = 300;
/** Number of entries above which fewer rounds suffice: rollups pay sooner, and every query takes longer. */
const MANY_ROWS = 20_000_000;
const ROUNDS_OF_MANY = 8;

type Subject = Pick<Contestant, "answer" | "plan" | "settle">;

const rows = Number(process.argv[2]);
// The source cube stays in memory until the end; it is not counted below.
const cube = makeCube(rows);
const kernel = Kernel.start({ threads: 1 });
const model = cubeModel();
const base = await settle();

let built: ReturnType<typeof buildCube> | undefined;
const begun = performance.now();
const peak = peakWhile(() => (built = buildCube(kernel, model, cube)));
const seconds = (performance.now() - begun) / 1000;
const cold = built!;
const resident = (await settle()) - base;

const expected = new Map<string, CubeAnswer>();
/** Queries that need more than one memory. */
const refused = new Set<string>();
const readers = askEngine(model, cold);
await check("reading entries", readers);
const reading = await timeAll(readers);

const { engine, background } = engineWithRollups(kernel, cold);
const warm = askEngine(model, engine);
await warmUp();
await check("with rollups", warm);
const withRollups = await timeAll(warm);
const report: ScaleReport = {
  rows,
  seconds,
  resident,
  peak: peak === null ? null : peak - base,
  warm: (await settle()) - base,
  accounts: [...accountForMemories(engine)],
  reading,
  withRollups,
};
process.send!(report);
engine.dispose();
await background.close();
await kernel.close();
process.disconnect();

/** Repeat the queries until the engine has built all derived data. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < (rows > MANY_ROWS ? ROUNDS_OF_MANY : ROUNDS); round++) {
    for (const query of QUERIES) {
      if (round >= SLOW_ROUNDS && !(reading[query.name]! <= SLOW_MILLISECONDS)) continue;
      if (refused.has(query.name)) continue;
      await warm.plan(query)!();
      await engine.settle();
    }
  }
  for (const query of randomCuts(RANDOM_CUTS)) await warm.plan(query)!();
  await engine.settle();
}

async function check(title: string, subject: Subject): Promise<void> {
  for (const query of QUERIES) {
    if (refused.has(query.name)) continue;
    try {
      const answer = await subject.answer(query);
      if (!expected.has(query.name)) expected.set(query.name, answerPlainly(cube, query));
      checkAnswer(title, query, answer, expected.get(query.name)!);
    } catch (error) {
      if (!(error instanceof OverCapacity)) throw error;
      print(`${rows} entries, ${query.name}: ${error.message}`);
      refused.add(query.name);
    }
  }
}

async function timeAll(subject: Subject): Promise<Times> {
  const times: Record<string, number> = {};
  for (const query of QUERIES) {
    if (refused.has(query.name)) continue;
    await askAgain(subject, query);
    times[query.name] = await medianMilliseconds(subject.plan(query)!, MILLISECONDS);
  }
  return times;
}
