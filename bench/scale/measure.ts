import { OverCapacity } from "#src/errors/errors.js";
import { Kernel } from "#src/kernel/kernel.js";
import { checkAnswer, type CubeAnswer } from "../cube/answer.js";
import { makeCube } from "../cube/cube.js";
import { cubeModel } from "../cube/entries.js";
import { QUERIES } from "../cube/queries.js";
import { answerPlainly } from "../cube/reference.js";
import { medianMilliseconds } from "../median-milliseconds.js";
import { accountForMemories } from "../memory/account.js";
import { peakWhile, settle } from "../memory/resident.js";
import { askAgain, type Contestant } from "../peers/contestant.js";
import { askEngine, buildCube, ROUNDS, sumUp } from "../peers/spendcube.js";
import { print } from "../tables.js";
import { randomCuts } from "./random-cuts.js";
import type { ScaleReport, Times } from "./report.js";

/** Of one query's runs. */
const MILLISECONDS = 300;
/** A query that takes longer is asked less often before it is timed. */
const SLOW_MILLISECONDS = 250;
const SLOW_ROUNDS = 4;
const RANDOM_CUTS = 300;
/** Of more entries a query is worth a cuboid sooner, and everything takes longer. */
const MANY_ROWS = 20_000_000;
const ROUNDS_OF_MANY = 8;

type Asked = Pick<Contestant, "answer" | "plan" | "settle">;

const rows = Number(process.argv[2]);
// The cube that the entries come from stays until the end, and counts for nothing below.
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
/** Queries that one memory has no room for. */
const refused = new Set<string>();
const readers = askEngine(model, cold);
await check("reading entries", readers);
const reading = await timeAll(readers);

const { engine, background } = sumUp(kernel, cold);
const summed = askEngine(model, engine);
await warmUp();
await check("with cuboids", summed);
const withRollups = await timeAll(summed);
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

/** Ask until everything is there that queries are going to have. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < (rows > MANY_ROWS ? ROUNDS_OF_MANY : ROUNDS); round++) {
    for (const query of QUERIES) {
      if (round >= SLOW_ROUNDS && !(reading[query.name]! <= SLOW_MILLISECONDS)) continue;
      if (refused.has(query.name)) continue;
      await summed.plan(query)!();
      await engine.settle();
    }
  }
  for (const query of randomCuts(RANDOM_CUTS)) await summed.plan(query)!();
  await engine.settle();
}

async function check(how: string, asked: Asked): Promise<void> {
  for (const query of QUERIES) {
    if (refused.has(query.name)) continue;
    try {
      const answer = await asked.answer(query);
      if (!expected.has(query.name)) expected.set(query.name, answerPlainly(cube, query));
      checkAnswer(how, query, answer, expected.get(query.name)!);
    } catch (error) {
      if (!(error instanceof OverCapacity)) throw error;
      print(`${rows} entries, ${query.name}: ${error.message}`);
      refused.add(query.name);
    }
  }
}

async function timeAll(asked: Asked): Promise<Times> {
  const times: Record<string, number> = {};
  for (const query of QUERIES) {
    if (refused.has(query.name)) continue;
    await askAgain(asked, query);
    times[query.name] = await medianMilliseconds(asked.plan(query)!, MILLISECONDS);
  }
  return times;
}
