import { canListNames, type NameIndex, NameLister } from "../../../core/engine/name-index.js";
import type { ColumnarTable } from "../table/table.js";

/** Maximum number of members of a dimension whose names are listed: those of others are looked up among its words. */
const MAX_MEMBERS = 10_000;

/**
 * List the names and labels of the members of a table that is stored.
 * Cost: a step for each value.
 */
export function listMemberNames({ dimensions }: Pick<ColumnarTable, "dimensions">): NameIndex {
  const lister = new NameLister();
  for (const [at, { dimension, columns, attributes }] of dimensions.entries()) {
    // Nobody looks for dates by their name.
    if (dimension.kind === "date") continue;
    const members = columns[0]!.length;
    if (!canListNames(at) || members > MAX_MEMBERS) {
      lister.leaveOut(at);
      continue;
    }
    const codes = Uint32Array.from({ length: members }, (_, code) => code);
    const named = dimension.attributes.filter((each) => each === dimension.identity || each.name === "label");
    const texts = named.map(({ index }) => attributes[index]!.pick(codes));
    for (const code of codes) {
      const names = texts.flatMap((values) => (values[code] === null ? [] : [String(values[code])]));
      lister.add(at, code, names);
    }
  }
  return lister.finish();
}
