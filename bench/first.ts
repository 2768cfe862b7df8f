import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type CubeAnswer, checkAnswer } from "./cube/answer.js";
import { type DimensionName, dimensionOf, makeCube, mulberry32 } from "./cube/cube.js";
import { type CubeQuery, cutsOf, QUERIES, queryParameters } from "./cube/queries.js";
import { shareCube } from "./cube/share.js";
import { AGGREGATE_PATH } from "./http/question.js";
import { startProcess } from "./http/server-process.js";
import { type Contestant, NotInstalled } from "./peers/contestant.js";
import { enterDuckDbCodes } from "./peers/duckdb.js";
import { geometricMean, markdownTable, median, print } from "./tables.js";

const SIZES = [1_000_000, 4_000_000];
const THREADS = 2;
/** Rounds that count. */
const ROUNDS = 9;
/** Rounds before them with one member more, in which the server's code is compiled. */
const WARM_UP = 40;
/** The cut of queries that have none: as many members of a dimension. */
const CUT = { department: [0, 0, 0] } as const;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Ask queries for the first time over HTTP, each with random cuts, of a server without rollups that answered others before, and of DuckDB in this process.
 * From a query's time over HTTP that of the same answer from the cache is taken off: that of the client and the way.
 */
export async function benchFirst(rows: number): Promise<void> {
  for (const size of SIZES.filter((each) => each <= rows)) {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
    try {
      const cube = makeCube(size);
      await shareCube(cube, directory);
      const duckDb = await enterDuckDbCodes({ cube, threads: THREADS, directory });
      await compare(size, duckDb);
      await duckDb.close();
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error;
      return print(error.message);
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}

async function compare(size: number, duckDb: Contestant): Promise<void> {
  const server = await startProcess("serve-spendcube", [size, THREADS, "without rollups"]);
  const random = mulberry32(2);
  const lines: (readonly (string | number)[])[] = [];
  for (const query of QUERIES) {
    const [ours, theirs]: [Times[], Times[]] = [[], []];
    const cuts = new NewCuts(query);
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const asked = cuts.draw(round < WARM_UP ? 1 : 0, random);
      const fetch = (): Promise<Measured<Buffer>> =>
        timed(
          () => fetchBody(server.url + pathOf(asked)),
          () => server.processorTime(),
        );
      const first = await fetch();
      const again = await fetch();
      if (round === 0) checkAnswer("spendcube", asked, parseAnswer(asked, first.result), await duckDb.answer(asked));
      const run = duckDb.plan(asked)!;
      const peer = await timed(async () => run(), ownProcessorTime);
      if (round < WARM_UP) continue;
      ours.push({ clock: first.clock - again.clock, processor: first.processor - again.processor });
      theirs.push(peer);
    }
    lines.push([
      `${query.name} ${query.title}`,
      ...(["processor", "clock"] as const).flatMap((kind) => {
        const [own, peer] = [ours, theirs].map((times) => median(times.map((each) => each[kind])));
        return [own!, peer!, peer! / own!];
      }),
    ]);
  }
  await server.stop();
  print(`\nfirst answers to random cuts of ${size.toLocaleString("en")} entries, ms; ${THREADS} threads\n`);
  const times = ["spendcube over HTTP", "DuckDB in process", "ratio"];
  print(markdownTable(["query", ...times.map((each) => `CPU: ${each}`), ...times], lines));
  const ratios = lines.map((line) => Number(line[3]));
  print(`\ngeometric mean of the ratios of CPU time: ${geometricMean(ratios).toFixed(2)}`);
}

/** Draws cuts of a query that were not drawn before; members with more entries are cut to more often. */
class NewCuts {
  readonly #drawn = new Set<string>();

  constructor(readonly query: CubeQuery) {}

  /** Cut to as many other members as the query has. @param more members that are added to each cut */
  draw(more: number, random: () => number): CubeQuery {
    const own = cutsOf(this.query.cuts);
    for (;;) {
      const cuts = (own.length > 0 ? own : cutsOf(CUT)).map(([name, members]) => [
        name,
        pick(name, members.length + more, random),
      ]);
      const drawn = { ...this.query, cuts: Object.fromEntries(cuts) as CubeQuery["cuts"] };
      if (this.#drawn.size === this.#drawn.add(pathOf(drawn)).size) continue;
      return drawn;
    }
  }
}

function pick(name: DimensionName, count: number, random: () => number): readonly number[] {
  const { size, skew } = dimensionOf(name);
  const members = new Set<number>();
  while (members.size < count) members.add(Math.floor(random() ** skew * size));
  return [...members].toSorted((a, b) => a - b);
}

function pathOf(query: CubeQuery): string {
  const given = queryParameters(query);
  const pairs = [...given.names()].map((name): [string, string] => [name, given.get(name)!]);
  return `${AGGREGATE_PATH}?${new URLSearchParams([["dataset", "cube"], ...pairs])}`;
}

/** Milliseconds. */
interface Times {
  readonly clock: number;
  readonly processor: number;
}

interface Measured<T> extends Times {
  readonly result: T;
}

async function timed<T>(run: () => Promise<T>, processorTime: () => number): Promise<Measured<T>> {
  const [begin, before] = [performance.now(), processorTime()];
  const result = await run();
  return { clock: performance.now() - begin, processor: processorTime() - before, result };
}

function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function fetchBody(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} ${url}`));
      else buffer(response).then(resolve, reject);
    }).on("error", reject);
  });
}

/** Read the cells of an answer. */
function parseAnswer({ keys, measures }: CubeQuery, body: Buffer): CubeAnswer {
  const { summary, drilldown } = JSON.parse(String(body)) as {
    readonly summary: Readonly<Record<string, number>>;
    readonly drilldown: readonly Readonly<Record<string, unknown>>[];
  };
  const cells = keys.length > 0 ? drilldown : [summary];
  const memberOf = (cell: unknown): number => Number((cell as { readonly name: string }).name.slice(1));
  return {
    keys: keys.map((key) => cells.map((cell) => memberOf(cell[key]))),
    sums: measures.map((measure) =>
      cells.map((cell) => Math.round(Number(cell[measure]) * (measure === "amount" ? 100 : 1))),
    ),
    counts: cells.map((cell) => Number(cell["num_entries"])),
    numCells: null,
  };
}
