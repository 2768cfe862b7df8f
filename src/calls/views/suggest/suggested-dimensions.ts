import type { Reader } from "../../../core/engine/engine.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import { useOf } from "../../reading/describe/field-use.js";

/** Members up to which a dimension is suggested even in a dataset with few entries. */
const FEW = 100;

/** Groups of suggested members. */
export type MemberGroup = "payees" | "functions" | "members";

/**
 * List the dimensions whose members are suggested: all with names to read. Left out are dates, identifiers, and values
 * other than payees that nearly every entry has alone.
 */
export async function listSuggested({ model, engine }: Dataset, reader: Reader): Promise<readonly Dimension[]> {
  const listed: Dimension[] = [];
  for (const dimension of model.dimensions) {
    const { kind, identity, attributes } = dimension;
    if (kind === "date" || attributes.every(({ type }) => type === "number")) continue;
    const use = useOf(dimension);
    if (kind === "attribute" && (identity.type === "number" || use === "identifier")) continue;
    if (use !== "payee" && (await reader.countMembers(dimension)) > Math.max(FEW, engine.numEntries / 2)) continue;
    listed.push(dimension);
  }
  return listed;
}

/** Return the group that the members of a dimension are suggested in. */
export function groupOf(dimension: Dimension): MemberGroup {
  const use = useOf(dimension);
  if (use === "payee") return "payees";
  return use === "function" || /cofog|function/i.test(dimension.taxonomy) ? "functions" : "members";
}
