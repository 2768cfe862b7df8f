/** List parameters: repeating one is the same as joining its values with pipes. */
export const CALL_LISTS: ReadonlySet<string> = new Set([
  "dataset",
  "measure",
  "cut",
  "drilldown",
  "against",
  "having",
  "order",
  "filter",
  "facet_field",
  "territories",
  "languages",
  "all",
]);

/** Decoded parameters of a call. An empty parameter counts as absent. */
export interface Parameters {
  /**
   * Return the value of a parameter. Values of a list parameter are joined with pipes; of others, the last value
   * counts.
   */
  get(name: string): string | undefined;
  /** Return all values of a parameter, in order. */
  all(name: string): readonly string[];
  /** True if the parameter is present, even if empty: for some, presence alone has a meaning. */
  has(name: string): boolean;
  /** Return the names of all parameters with a value, each once, in order. */
  names(): Iterable<string>;
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
    names: () => values.keys(),
    get(name) {
      const list = values.get(name);
      return CALL_LISTS.has(name) ? list?.join("|") : list?.at(-1);
    },
  };
}
