import { joinClauses, shortWord, targetOf } from "./attacks.js";
import type { Target } from "./target.js";

/** A number from 0 to 1. */
export type Random = () => number;

/** Clauses of one kind in one field. */
interface Group {
  readonly kind: keyof typeof CLAUSES;
  readonly field: string;
  readonly count: number;
  readonly boosted: boolean;
  readonly negated: boolean;
  readonly joined: " " | " OR ";
}

/** A request that can be changed step by step. */
export interface Genome {
  readonly path: string;
  readonly groups: readonly Group[];
  readonly parameters: Readonly<Record<string, string>>;
}

type Word = (at: number) => string;

const CLAUSES = {
  word: (word: Word, at: number) => word(at),
  fuzzy: (word: Word, at: number) => `${word(at)}~`,
  "fuzzy of many": (word: Word, at: number) => `${word(at)}~9`,
  prefix: (word: Word, at: number) => `${word(at).slice(0, 1 + (at % 3))}*`,
  within: (word: Word, at: number) => `*${word(at).slice(0, 1 + (at % 2))}*${shortWord(at)[1]}*`,
  "any letters": (_: Word, at: number) => `${"?".repeat(1 + (at % 20))}*`,
  long: (word: Word, at: number) => `${word(at).repeat(200)}~`,
  phrase: (word: Word, at: number) => `"${word(at)} ${word(at + 1)}"`,
  range: (_: Word, at: number) => `[${shortWord(at)} TO ${shortWord(at)}z]`,
  "open range": (_: Word, at: number) => `{${shortWord(at)} TO *]`,
  all: () => "*",
} as const;

/** Longest query in characters; the other parameters may be as long. */
const MAX_QUERY = 10_000;
const FORMATS = ["json", "csv", "ndjson"];
const PAGES = ["1", "10", "10000", "200000", "1500000"];

const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

function fieldsOf({ key }: Target): readonly string[] {
  return ["", "to.label", "to", "unit.label", "from.label", "time", "time.year", key];
}

function list(random: Random, of: readonly string[], by = "|"): string {
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, of)).join(by);
}

/** Values of parameters by path. */
function choicesOf(target: Target): Readonly<Record<string, Readonly<Record<string, (random: Random) => string>>>> {
  const { dataset, key } = target;
  const references = [...fieldsOf(target).slice(1), key, "time.month", "time.day", "unit", "from"];
  const drilldown = (random: Random): string => list(random, references);
  const order = (random: Random): string =>
    list(
      random,
      [...references, "amount", "score", "id"].map((name) => `${name}:${pick(random, ["asc", "desc"])}`),
    );
  const cut = (random: Random): string =>
    joinClauses(
      1 + Math.floor(random() ** 3 * 800),
      (at) => `${random() < 0.3 ? "!" : ""}${pick(random, references)}:[${shortWord(at)} TO *]`,
      "|",
      MAX_QUERY / 3,
    );
  const pagesize = (random: Random): string => pick(random, PAGES);
  const page = (random: Random): string => pick(random, ["1", "2", "100", "1000"]);
  const format = (random: Random): string => pick(random, FORMATS);
  const flag = (): string => "true";
  return {
    "/api/2/search": {
      order: (random) =>
        list(
          random,
          [...references, "amount", "score", "id"].map((name) => `${name}:desc`),
        ),
      facet_field: drilldown,
      facet_pagesize: pagesize,
      stats: flag,
      highlight: flag,
      expand_facet_dimensions: flag,
      pagesize,
      page,
      format,
      filter: (random) => `${pick(random, ["from", "unit", key])}:x`,
    },
    "/api/2/aggregate": { drilldown, cut, order, pagesize, page, format, explain: flag },
    "/search": { pagesize, page },
    [`/${dataset}/explore`]: { drilldown, cut, order },
    [`/${dataset}/explore.svg`]: { drilldown, cut, order },
    [`/${dataset}/${key}.distinct`]: { cut, pagesize, page },
    [`/${dataset}/to.distinct`]: { cut, pagesize, page },
    [`/${dataset}/to`]: { pagesize, page, cut },
  };
}

function randomGroup(random: Random, target: Target): Group {
  return {
    kind: pick(random, Object.keys(CLAUSES) as Group["kind"][]),
    field: pick(random, fieldsOf(target)),
    count: Math.ceil(random() ** 2 * 1024),
    boosted: random() < 0.4,
    negated: random() < 0.1,
    joined: pick(random, [" ", " OR "]),
  };
}

/** Requests to begin with, which resemble known ones. */
export function firstGenomes({ key }: Target): readonly Genome[] {
  const search = (group: Partial<Group>, parameters: Genome["parameters"] = {}): Genome => {
    const groups = [{ kind: "word", field: "", count: 1000, boosted: false, negated: false, joined: " OR ", ...group }];
    return { path: "/api/2/search", groups: groups as readonly Group[], parameters };
  };
  return [
    search({ kind: "prefix", boosted: true }),
    search({ kind: "fuzzy", field: "to.label" }, { highlight: "true" }),
    search({ kind: "fuzzy", field: key, count: 300 }),
    search({ kind: "within" }),
    search({ kind: "range", field: "to.label" }),
    search({ kind: "word", boosted: true }, { order: "score:desc" }),
    { path: "/api/2/aggregate", groups: [], parameters: { drilldown: `${key}|from|unit|to|time` } },
    { path: "/api/2/search", groups: [], parameters: { facet_field: `${key}|to`, pagesize: "200000" } },
  ];
}

export function randomGenome(random: Random, target: Target): Genome {
  const choices = choicesOf(target);
  const path = pick(random, [...Object.keys(choices), "/api/2/search", "/api/2/search", "/api/2/aggregate"]);
  const groups = Array.from({ length: Math.floor(random() * 3) }, () => randomGroup(random, target));
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(choices[path]!)) if (random() < 0.35) parameters[name] = value(random);
  return { path, groups, parameters };
}

/** Change one thing of a request. */
export function mutate(random: Random, target: Target, genome: Genome): Genome {
  const choices = choicesOf(target)[genome.path]!;
  const { groups, parameters } = genome;
  const at = Math.floor(random() * groups.length);
  const turn = random();
  if (turn < 0.15) return { ...genome, groups: [...groups, randomGroup(random, target)].slice(-3) };
  if (turn < 0.25) return { ...genome, groups: groups.toSpliced(at, 1) };
  if (turn < 0.55 && groups.length > 0) {
    const changed = { ...groups[at]!, ...pickOne(random, randomGroup(random, target)) };
    return { ...genome, groups: groups.with(at, changed) };
  }
  const name = pick(random, Object.keys(choices));
  const { [name]: before, ...others } = parameters;
  if (before !== undefined && random() < 0.4) return { ...genome, parameters: others };
  return { ...genome, parameters: { ...parameters, [name]: choices[name]!(random) } };
}

function pickOne(random: Random, group: Group): Partial<Group> {
  const [name, value] = pick(random, Object.entries(group));
  return { [name]: value };
}

/** Write the target of the request. */
export function printGenome(target: Target, { path, groups, parameters }: Genome): string {
  const word: Word = (at) => target.words[at % target.words.length]!;
  const share = 1 / Math.max(1, groups.length);
  const texts = groups.map(({ kind, field, count, boosted, negated, joined }) => {
    const clauses = joinClauses(
      Math.ceil(count * share),
      (at) => CLAUSES[kind](word, at) + (boosted ? `^${at}` : ""),
      joined,
      MAX_QUERY * share,
    );
    return `${negated ? "NOT " : ""}${field === "" ? `(${clauses})` : `${field}:(${clauses})`}`;
  });
  const q = texts.join(" OR ");
  const dataset = path.startsWith("/api/") ? { dataset: target.dataset } : {};
  return targetOf(path, { ...dataset, ...(q !== "" && { q }), ...parameters });
}

/** Describe a request in a few words. */
export function describeGenome({ path, groups, parameters }: Genome): string {
  const parts = groups.map(
    ({ kind, field, count, boosted, negated }) =>
      `${negated ? "not " : ""}${count} × ${kind}${boosted ? "^n" : ""}${field === "" ? "" : ` in ${field}`}`,
  );
  const rest = Object.entries(parameters).map(([name, value]) => `${name}=${value.slice(0, 60)}`);
  return [path.replace("/api/2", ""), ...parts, ...rest].join(", ").replaceAll("|", "/");
}
