import { type CubeQuery, cutsOf } from "../cube/queries.js";
import type { Enter } from "./contestant.js";
import { importPeer } from "./import-peer.js";

/** The used part of arquero's API. */
interface Arquero {
  table(columns: Readonly<Record<string, ArrayLike<number>>>): Table;
  desc(column: string): unknown;
  readonly op: { sum(column: string): unknown; count(): unknown };
}
interface Table {
  filter(condition: string): Table;
  groupby(...names: string[]): Table;
  rollup(values: Readonly<Record<string, unknown>>): Table;
  orderby(...by: unknown[]): Table;
  slice(first: number, end: number): Table;
  array(name: string): ArrayLike<number>;
  reify(): Table;
}

/** Arquero over codes; it runs on one thread. */
export const enterArquero: Enter = async ({ cube }) => {
  const arquero = await importPeer<Arquero>("arquero");
  const table = arquero.table({ ...cube.codes, ...cube.numbers });
  const run = (query: CubeQuery): Table => {
    const conditions = cutsOf(query.cuts).map(([name, members]) => {
      const equal = members.map((member) => `d.${name} === ${member}`);
      return `(${equal.join(" || ")})`;
    });
    const cut = conditions.length === 0 ? table : table.filter(`d => ${conditions.join(" && ")}`);
    const sums = query.measures.map((name) => [`sum_${name}`, arquero.op.sum(name)] as const);
    const grouped = query.keys.length === 0 ? cut : cut.groupby(...query.keys);
    const cells = grouped.rollup({ ...Object.fromEntries(sums), num_entries: arquero.op.count() });
    if (query.keys.length === 0) return cells;
    const order = [...sums.map(([name]) => arquero.desc(name)), ...query.keys];
    return cells
      .orderby(...order)
      .slice(0, query.limit)
      .reify();
  };
  return {
    async answer(query) {
      const page = run(query);
      const column = (name: string): number[] => Array.from(page.array(name));
      return {
        keys: query.keys.map(column),
        sums: query.measures.map((name) => column(`sum_${name}`)),
        counts: column("num_entries"),
        numCells: null,
      };
    },
    // Arquero creates an object per group: millions of groups take most of a minute and most of the heap.
    plan: (query) => (query.name === "Q10" ? null : () => run(query)),
    async close() {},
  };
};
