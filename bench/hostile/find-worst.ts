import { seeded } from "../generate.js";
import type { Damage } from "./assault.js";
import { describeGenome, firstGenomes, type Genome, mutate, printGenome, randomGenome } from "./mutate.js";
import type { Attack } from "./send.js";
import type { Target } from "./target.js";

/** Requests that are mutated further. */
const KEPT = 12;
/** Share of requests that are random. */
const RANDOM = 0.35;

interface Tried {
  readonly genome: Genome;
  readonly score: number;
}

/**
 * Search for the requests that do the most damage: first known kinds, then some are random, the others mutations of the
 * worst so far.
 * @param attempt sends a request and measures it
 * @returns the worst, with the number of requests that were tried
 */
export async function findWorst(
  target: Target,
  minutes: number,
  attempt: (attack: Attack) => Promise<Damage>,
): Promise<{ readonly worst: readonly Attack[]; readonly tried: number }> {
  const random = seeded(7);
  let worst: readonly Tried[] = [];
  let tried = 0;
  const first = firstGenomes(target);
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; tried++) {
    const parent = worst[Math.floor(random() ** 2 * worst.length)]?.genome;
    const next = parent && random() > RANDOM ? mutate(random, target, parent) : randomGenome(random, target);
    const genome = first[tried] ?? next;
    const damage = await attempt(attackOf(target, genome));
    worst = [...worst, { genome, score: scoreOf(damage) }].toSorted((a, b) => b.score - a.score).slice(0, KEPT);
  }
  return { worst: worst.map(({ genome }) => attackOf(target, genome)), tried };
}

function attackOf(target: Target, genome: Genome): Attack {
  return { name: describeGenome(genome), target: printGenome(target, genome) };
}

/** Weigh silence, and a gigabyte of memory like ten seconds of it. */
function scoreOf({ silence, memory }: Damage): number {
  return silence.health + Math.max(0, memory.peak - memory.before) / 1e5;
}
