import { InvalidQuery } from "../errors/errors.js";
import type { Attribute, Dimension, Model } from "../model/cube.js";
import type { Cut } from "./aggregate.js";
import { bindCuts, printCuts } from "./cut.js";
import { bindPage, type PageRange } from "./page.js";
import type { Parameters } from "./parameters.js";
import { suggest } from "./reference.js";

/** A page of the members of a dimension: bound, so nothing in it can fail for a reason of the user's. */
export interface DistinctQuery {
  readonly dimension: Dimension;
  /** Attributes of which one has to begin with the prefix; the first one decides the order. At least one. */
  readonly attributes: readonly Attribute[];
  /** Letter case counts for nothing; an empty one is the beginning of every member. */
  readonly prefix: string;
  /** Only members that entries have under all of these; none: every member. */
  readonly cuts: readonly Cut[];
  /** Position of the page's first member, and the most members on it. */
  readonly first: number;
  readonly limit: number;
}

export interface BoundDistinct {
  readonly query: DistinctQuery;
  readonly page: PageRange;
  /** One spelling for all queries with this answer. */
  readonly canonical: string;
}

/**
 * Bind the parameters `q`, `attribute`, `cut`, `page` and `pagesize`. Without an attribute the label or the name has to
 * begin with `q`.
 * @param maxClauses most cut values together
 * @throws InvalidQuery with every fault
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
  const cuts = bindCuts(model, parameters.get("cut") ?? "", errors);
  const page = bindPage(parameters, errors);
  const clauses = cuts.reduce((sum, cut) => sum + cut.values.length, 0);
  if (clauses > maxClauses) errors.push(`cut: has ${clauses} values; ${maxClauses} are allowed`);
  if (errors.length > 0) throw new InvalidQuery(errors);
  return {
    query: { dimension, attributes, prefix, cuts, first: page.first, limit: page.pagesize },
    page,
    canonical: JSON.stringify([prefix, attributes.map(({ name }) => name), printCuts(cuts), page.page, page.pagesize]),
  };
}

function bindAttributes(dimension: Dimension, text: string | undefined, errors: string[]): readonly Attribute[] {
  const { name, kind, attributes, identity } = dimension;
  // The members of an attribute dimension have a name and a label too, both its value.
  if (kind === "attribute" && (text === "name" || text === "label")) return [identity];
  if (text === undefined) {
    const label = attributes.find((each) => each.name === "label");
    return label ? [label, identity] : [identity];
  }
  const wanted = text.startsWith(`${name}.`) ? text.slice(name.length + 1) : text;
  const attribute = attributes.find((each) => each.name === wanted);
  if (attribute) return [attribute];
  const known = attributes.map((each) => each.name);
  errors.push(`attribute: Unknown attribute "${text}" of "${name}"${suggest(wanted, known)}`);
  return [identity];
}
