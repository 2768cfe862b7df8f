/** Parameters that mean a list: repeating one is the same as joining its values by a pipe. */
const LISTS = new Set([
  "dataset",
  "measure",
  "cut",
  "drilldown",
  "order",
  "filter",
  "facet_field",
  "territories",
  "languages",
]);

/** Decoded parameters of a call, empty ones left out: they mean the parameter is absent. */
export interface Parameters {
  /** The value of a parameter: lists joined by a pipe, of others the last one. */
  get(name: string): string | undefined;
  /** Every value given, in order. */
  all(name: string): readonly string[];
  /** True if the parameter is there at all, even if empty: some say something by that alone. */
  has(name: string): boolean;
}

export function parameters(pairs: Iterable<readonly [string, string]>): Parameters {
  const values = new Map<string, string[]>();
  const names = new Set<string>();
  for (const [name, value] of pairs) {
    names.add(name);
    if (value === "") continue;
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return {
    all: (name) => values.get(name) ?? [],
    has: (name) => names.has(name),
    get(name) {
      const list = values.get(name);
      return LISTS.has(name) ? list?.join("|") : list?.at(-1);
    },
  };
}
