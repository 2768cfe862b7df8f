import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPlainly } from "./search/contestant.js";
import { SEARCHERS } from "./search/contestants.js";
import { CORPORA, type CorpusName, hasCouncils } from "./search/corpus.js";
import { type HeatResult, runSearchHeat } from "./search/heat.js";
import { chooseQuestions } from "./search/questions.js";
import { shareCorpus } from "./search/share.js";
import { markdownTable, print } from "./tables.js";

const OWN = "spendcube";
const TEXTS = 1_000_000;
/** Contestants that search only a sample; they are left out of the ratios. */
const SAMPLED = new Set(Object.keys(SEARCHERS).filter((name) => SEARCHERS[name]!.maxEntries !== undefined));

/** Time the searches of all contestants over the generated cube, real payments, and one text per entry. */
export async function benchSearch(rows: number): Promise<void> {
  await benchCorpus("cube", rows);
  if (hasCouncils()) await benchCorpus("councils", rows);
  else print("the councils' payments are left out: they are not on this machine");
  await benchCorpus("texts", Math.min(rows, TEXTS));
}

async function benchCorpus(name: CorpusName, rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  try {
    const corpus = await CORPORA[name](rows);
    const questions = chooseQuestions(corpus);
    const expected = questions.map((question) => findPlainly(corpus, question));
    await shareCorpus(corpus, directory);
    const results = new Map<string, HeatResult>();
    for (const searcher of Object.keys(SEARCHERS)) {
      const result = await runSearchHeat({ name: searcher, corpus: name, rows, directory, questions, expected });
      if (typeof result === "string") print(`${searcher} is left out: ${result}`);
      else results.set(searcher, result);
    }
    print(`\n${corpus.title}, ${corpus.rows} entries; median milliseconds, first page of ten\n`);
    printTimes(
      questions.map(({ grouping }) => grouping),
      results,
    );
    printBuilds(results);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function printTimes(all: readonly string[], results: ReadonlyMap<string, HeatResult>): void {
  const names = [...results.keys()];
  const peers = names.filter((name) => !name.startsWith(OWN) && !SAMPLED.has(name));
  const groupings = [...new Set(all)];
  const timeOf = (name: string, grouping: string): number | null => results.get(name)?.timings[grouping] ?? null;
  print(
    markdownTable(
      ["search", ...names.map(titleOf), "fastest peer / spendcube"],
      groupings.map((grouping) => {
        const fastest = Math.min(...peers.map((name) => timeOf(name, grouping) ?? Infinity));
        const ratio = Number.isFinite(fastest) ? fastest / timeOf(OWN, grouping)! : null;
        return [grouping, ...names.map((name) => timeOf(name, grouping)), ratio];
      }),
    ),
  );
}

function printBuilds(results: ReadonlyMap<string, HeatResult>): void {
  print("\nindexing the entries\n");
  print(
    markdownTable(
      ["", "seconds", "MB"],
      [...results].map(([name, { built }]) => [titleOf(name), built.seconds, built.megabytes]),
    ),
  );
}

function titleOf(name: string): string {
  const { maxEntries } = SEARCHERS[name]!;
  return maxEntries === undefined ? name : `${name}, ${maxEntries} entries only`;
}
