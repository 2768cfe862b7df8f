import type { Dataset } from "../../../store/dataset.js";

/**
 * Wrap a function of a list of datasets so that it is called once for a list, as long as somebody has it. Datasets and
 * lists never change, and most requests are about the list of all public ones, which may be thousands.
 */
export function onceForList<Result>(
  compute: (datasets: readonly Dataset[]) => Result,
): (datasets: readonly Dataset[]) => Result {
  const known = new WeakMap<readonly Dataset[], { readonly result: Result }>();
  return (datasets) => {
    let found = known.get(datasets);
    if (!found) known.set(datasets, (found = { result: compute(datasets) }));
    return found.result;
  };
}
