import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";

/** Return a check that the list of datasets is the same as now. It does not keep them in memory. */
export function holdsList({ catalog }: Pick<Context, "catalog">): NonNullable<Answer["holds"]> {
  const list = new WeakRef(catalog.list());
  return () => catalog.list() === list.deref();
}
