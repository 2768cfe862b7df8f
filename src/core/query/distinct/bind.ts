import { errorText } from "../../errors/error-text.js";
import { InvalidQuery } from "../../errors/errors.js";
import type { Attribute, Dimension, Model } from "../../model/cube.js";
import { bindCuts } from "../condition/bind-cuts.js";
import { readFlag } from "../flag.js";
import { bindPage, type PageRange } from "../page.js";
import type { Parameters } from "../parameters.js";
import { listParentLevels, type ParentLevel } from "../aggregate/parent-levels.js";
import { suggest } from "../reference.js";
import { parseCuts } from "../syntax/cut-clause.js";
import type { DistinctQuery } from "./query.js";

export interface BoundDistinct {
  readonly query: DistinctQuery;
  /** Levels above the dimension that results show, too. */
  readonly levels: readonly ParentLevel[];
  readonly page: PageRange;
  /** Sentences about cuts that mean more than one value. */
  readonly warnings: readonly string[];
  /** Normalised spelling: queries with the same answer have the same one. */
  readonly canonical: string;
}

/**
 * Bind the parameters `q`, `attribute`, `cut`, `parents`, `page` and `pagesize`. Without `attribute`, the label or the name must
 * begin with `q`.
 * @param maxClauses maximum number of cut values
 * @throws InvalidQuery with every error
 */
export function bindDistinct(
  model: Model,
  dimension: Dimension,
  parameters: Parameters,
  maxClauses: number,
): BoundDistinct {
  const errors: string[] = [];
  const prefix = parameters.get("q") ?? "";
  const attributes = bindAttributes(dimension, parameters.get("attribute"), errors);
  const cuts = parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`));
  const { conditions: filters, clauses, canonical, warnings } = bindCuts(model, cuts, errors);
  const page = bindPage(parameters, errors);
  if (clauses > maxClauses) errors.push(`cut: ${errorText("too_many_values", { clauses, maximum: maxClauses })}`);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const above = readFlag(parameters, "parents") ? listParentLevels(model, [{ dimension, attribute: null }]) : [];
  // Results show the attributes of their own dimension.
  const levels = above.filter(({ parent }) => parent.dimension !== dimension);
  const written = [prefix, attributes.map(({ name }) => name), canonical, page.page, page.pagesize];
  return {
    query: { dimension, attributes, prefix, filters, first: page.first, limit: page.pagesize },
    levels,
    page,
    warnings,
    canonical: JSON.stringify(levels.length > 0 ? [...written, "parents"] : written),
  };
}

function bindAttributes(dimension: Dimension, text: string | undefined, errors: string[]): readonly Attribute[] {
  const { name, kind, attributes, identity } = dimension;
  // Members of an attribute dimension also have a name and a label; both are the value.
  if (kind === "attribute" && (text === "name" || text === "label")) return [identity];
  if (text === undefined) {
    const label = attributes.find((each) => each.name === "label");
    // Members are found by what is shown of them, and by their label in the data's own language.
    const spoken = dimension.spoken ? [dimension.spoken] : [];
    return label ? [label, identity, ...spoken] : [identity];
  }
  const wanted = text.startsWith(`${name}.`) ? text.slice(name.length + 1) : text;
  const attribute = attributes.find((each) => each.name === wanted);
  if (attribute) return [attribute];
  const known = attributes.map((each) => each.name);
  errors.push(
    `attribute: ${errorText("unknown_member_attribute", { attribute: text, dimension: name, remedy: suggest(wanted, known) })}`,
  );
  return [identity];
}
