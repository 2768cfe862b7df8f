import { type Bounds, throwIfCancelled } from "../engine/bounds.js";
import type { DistinctResult, Engine, Reader } from "../engine/engine.js";
import { openReader } from "../engine/with-reader.js";
import { TooManyCells } from "../errors/errors.js";
import type { UnitedModels, UnitedPart } from "../model/cube.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import { UnionNumbers } from "./member-numbers.js";
import { translateFilters, translateQuery } from "./translate-query.js";
import { UnionCells, type UnionPart } from "./union-cells.js";
import { listUnitedDatasets, type PartMembers, translateDistinct, unitePartMembers } from "./unite-members.js";

/** The entries of several datasets, as those of one. It aggregates and lists members; what needs single entries reads each dataset. */
export interface UnionEngine extends Engine {
  readonly parts: readonly UnionPart[];
}

/** Unite the entries of several datasets. Each stays where it is, and is read by its own engine. */
export function uniteEngines(united: UnitedModels, engines: readonly Engine[]): UnionEngine {
  const parts = united.parts.map((part, at): UnionPart => ({ part, engine: engines[at]! }));
  const numbers = new UnionNumbers(united);
  return {
    parts,
    numEntries: engines.reduce((sum, { numEntries }) => sum + numEntries, 0),
    numBytes: 0,
    amountForms: united.parts[0] ? formsOf(parts) : [],
    estimates: {
      aggregate: (query) =>
        parts.reduce((sum, { part, engine }) => {
          const own = translateQuery(united, part, query);
          return sum + (own ? (engine.estimates?.aggregate(own.query, part.model) ?? 0) : 0);
        }, 0),
      search: () => 0,
      distinct: (query) =>
        parts.reduce((sum, { part, engine }) => {
          const filters = query.dimension === united.datasets ? null : translateFilters(united, part, query.filters);
          const own = filters && translateDistinct(part, query, filters);
          return sum + (own ? (engine.estimates?.distinct(own, part.model) ?? 0) : 0);
        }, 0),
    },
    report: () => ({}),
    read: (bounds) => readUnion(united, parts, numbers, bounds),
    dispose() {},
  };
}

function formsOf(parts: readonly UnionPart[]): Engine["amountForms"] {
  const [{ part: first }] = parts as [UnionPart];
  return [...first.measureOf.keys()].map((measure) => {
    const own = parts.map(({ part, engine }) => engine.amountForms[part.measureOf.get(measure)!.index]!);
    return {
      scale: Math.max(...own.map(({ scale }) => scale)),
      mostDigits: Math.max(...own.map(({ mostDigits }) => mostDigits)),
    };
  });
}

function readUnion(united: UnitedModels, parts: readonly UnionPart[], numbers: UnionNumbers, bounds: Bounds): Reader {
  const opened = new Map<UnitedPart, Reader>();
  const readerOf = ({ part, engine }: UnionPart): Reader => {
    let reader = opened.get(part);
    if (!reader) opened.set(part, (reader = openReader({ engine, model: part.model }, bounds)));
    return reader;
  };
  const read = new UnionCells(united, parts, numbers, readerOf, bounds);
  const unknown = (): never => {
    throw new TypeError("A union of datasets is read by aggregations and lists of members only");
  };
  return {
    aggregate: (query, explain) => read.aggregate(query, explain),
    async countMembers(dimension) {
      let count = 0;
      for (const each of parts) {
        const own = dimension === united.datasets ? null : each.part.dimensionOf.get(dimension)!;
        count += own ? await readerOf(each).countMembers(own) : 1;
      }
      return count;
    },
    findMember: unknown,
    haveEntries: unknown,
    distinct: (query) => listMembers(united, parts, readerOf, query, bounds),
    suggest: unknown,
    nearWords: unknown,
    findEntry: unknown,
    search: unknown,
    countMatches: unknown,
    compare: unknown,
    matchRows: unknown,
    sumRows: unknown,
    readRows: unknown,
    entries: unknown,
    release() {
      for (const reader of opened.values()) reader.release();
    },
  };
}

/** List the members of a union's dimension. @throws TooManyCells for more members than a query may have cells */
async function listMembers(
  united: UnitedModels,
  parts: readonly UnionPart[],
  readerOf: (part: UnionPart) => Reader,
  query: DistinctQuery,
  bounds: Bounds,
): Promise<DistinctResult> {
  const found: PartMembers[] = [];
  const datasets: UnitedPart[] = [];
  let count = 0;
  for (const each of parts) {
    throwIfCancelled(bounds);
    const { part, engine } = each;
    const filters = translateFilters(united, part, query.filters);
    if (filters === null) continue;
    if (query.dimension === united.datasets) {
      const where = { filters, keys: [], measures: [], order: [], first: 0, limit: 0 };
      const numEntries = filters.length === 0 ? engine.numEntries : (await readerOf(each).aggregate(where)).numEntries;
      if (numEntries > 0) datasets.push(part);
      continue;
    }
    const own = {
      ...translateDistinct(part, query, filters),
      limit: Math.min(bounds.maxCells, Number.MAX_SAFE_INTEGER),
    };
    const result = await readerOf(each).distinct(own);
    if ((count += result.count) > bounds.maxCells) throw new TooManyCells(bounds.maxCells);
    found.push({ part, members: result.members });
  }
  return query.dimension === united.datasets
    ? listUnitedDatasets(united, datasets, query)
    : unitePartMembers(found, query);
}
