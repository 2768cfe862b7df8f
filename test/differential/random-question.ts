import { FUNCTION_NAMES } from "#src/core/model/measure-functions.js";
import fc from "fast-check";
import type { Model } from "#src/core/model/cube.js";
import { fixesPart } from "#src/core/model/calendar-rules.js";
import { findReference } from "#src/core/model/references.js";
import { PERIODS } from "#src/core/query/aggregate/term.js";
import { parseCuts, printCuts } from "#src/core/query/syntax/cut-clause.js";
import { type AskedTerm, type AskedValue, isSide, type Question } from "./figure-question.js";

/** Generate questions that a model can answer. */
export function randomQuestion(model: Model): fc.Arbitrary<Question> {
  const references = model.dimensions.flatMap(({ name, attributes, unlisted = [], kind }) =>
    kind === "attribute" ? [name] : [name, ...[...attributes, ...unlisted].map((each) => `${name}.${each.name}`)],
  );
  const times = references.filter((each) => PERIODS.some((period) => each === `time.${period}`));
  // Attributes of a dimension that is drilled down as a whole have no keys of their own.
  const drilldowns = fc
    .uniqueArray(fc.oneof(fc.constantFrom(...references), fc.constantFrom(...times)), { maxLength: 3 })
    .map((chosen) => chosen.filter((each) => !each.includes(".") || !chosen.includes(each.split(".")[0]!)));
  return fc
    .tuple(drilldowns, fc.boolean())
    .chain(([drilldown, isCompared]) =>
      fc
        .uniqueArray(randomTerm(model, references, drilldown, isCompared), {
          minLength: 1,
          maxLength: 4,
          selector: printTerm,
        })
        .map((terms) => (isCompared && !terms.some(isSide) ? [...terms, againstOf(terms[0]!)] : terms))
        .chain((terms) => {
          const by = fc.oneof(fc.nat({ max: terms.length - 1 }), fc.constantFrom("num_entries", ...drilldown));
          const bound = fc.option(fc.constantFrom(-1000n, -1n, 0n, 1n, 2n, 1000n));
          return fc.record({
            drilldown: fc.constant(drilldown),
            terms: fc.constant(terms),
            isCompared: fc.constant(isCompared),
            order: fc.array(fc.record({ by, descending: fc.boolean() }), { maxLength: 2 }),
            stage: fc.constantFrom("having", "top", "having top", "rollup", ""),
            having: fc.array(
              fc.record({
                by: fc.oneof(fc.nat({ max: terms.length - 1 }), fc.constant("num_entries" as const)),
                from: bound,
                to: bound,
                excluded: fc.boolean(),
              }),
              { minLength: 1, maxLength: 2 },
            ),
            top: fc.record({ count: fc.integer({ min: 1, max: 4 }), within: fc.subarray([...drilldown]) }),
          });
        }),
    )
    .map(({ stage, having, top, ...question }) => ({
      ...question,
      having: stage.includes("having") ? having : [],
      top: stage.includes("top") ? top : null,
      rollup: stage === "rollup",
    }));
}

function randomTerm(
  model: Model,
  references: readonly string[],
  drilldown: readonly string[],
  isCompared: boolean,
): fc.Arbitrary<AskedTerm> {
  const value: fc.Arbitrary<AskedValue> = fc.oneof(
    fc.record({
      of: fc.constantFrom(...model.measures.map(({ name }) => name)),
      function: fc.constantFrom(...FUNCTION_NAMES),
    }),
    fc.record({ of: fc.constantFrom(...references), function: fc.constant("count" as const) }),
    fc.constant<AskedValue>({ of: "num_entries", function: "sum" }),
  );
  const times = drilldown.filter((reference) => {
    const { dimension, attribute } = findReference(model, reference)!;
    const { name } = attribute ?? dimension.identity;
    return dimension.kind === "date" && PERIODS.some((period) => period === name);
  });
  return fc
    .record({
      value,
      divisor: fc.option(value, { freq: 3 }),
      window: fc.constantFrom(
        null,
        "share",
        "rank",
        "running",
        "difference",
        "change",
        ...(isCompared ? (["against"] as const) : []),
      ),
      within: fc.subarray([...drilldown]),
      time: fc.nat(),
      isOfSides: isCompared ? fc.boolean() : fc.constant(false),
    })
    .map(({ value: own, divisor, window, within, time, isOfSides }): AskedTerm => {
      if (window === "against" || (isOfSides && (window === "difference" || window === "change"))) {
        return { value: own, divisor, window, at: [] };
      }
      const isAdditive = divisor === null && own.function === "sum";
      const isTimed = window === "running" || window === "difference" || window === "change";
      const isMeant = (!isTimed || times.length > 0) && (isAdditive || (window !== "share" && window !== "running"));
      const at = isTimed ? [times[time % times.length]!] : within;
      return { value: own, divisor, window: isMeant ? window : null, at: isMeant && window !== null ? at : [] };
    });
}

/** Write a term as a request does. */
export function printTerm({ value, divisor, window, at }: AskedTerm): string {
  const of = ({ of: name, function: by }: AskedValue): string => (by === "sum" ? name : `${name}.${by}`);
  const operands = divisor ? `${of(value)}/${of(divisor)}` : of(value);
  if (window === null) return operands;
  return `${operands}.${window}${at.length > 0 ? `@${at.join(",")}` : ""}`;
}

/** Write a question as the parameters of a request. */
export function printQuestion({ drilldown, terms, order, having, top, rollup }: Question): Record<string, string> {
  const texts = terms.map(printTerm);
  const nameOf = (by: number | string): string => (typeof by === "number" ? texts[by]! : by);
  return {
    drilldown: drilldown.join("|"),
    measure: texts.join("|"),
    order: order.map(({ by, descending }) => `${nameOf(by)}:${descending ? "desc" : "asc"}`).join("|"),
    having: having
      .map(({ by, from, to, excluded }) => `${excluded ? "!" : ""}${nameOf(by)}:[${from ?? "*"} TO ${to ?? "*"}]`)
      .join("|"),
    top: top ? [top.count, ...(top.within.length > 0 ? [top.within.join(",")] : [])].join("@") : "",
    rollup: String(rollup),
    exact: "true",
  };
}

/** Return the value of a term on the other side. */
function againstOf({ value }: AskedTerm): AskedTerm {
  return { value, divisor: null, window: "against", at: [] };
}

/** Choose clauses of a cut for the other side that compare no drilldown with itself; empty for none. */
export function chooseAgainst(model: Model, drilldown: readonly string[], cut: string): string {
  const keys = drilldown.map((reference) => findReference(model, reference)!);
  const isFree = (field: string): boolean => {
    const { dimension, attribute } = findReference(model, field)!;
    const { name } = attribute ?? dimension.identity;
    return !keys.some(
      (key) =>
        key.dimension === dimension &&
        (key.attribute === null || key.attribute.name === name || fixesPart(dimension, key.attribute.name, name)),
    );
  };
  // A date may stand for its year or month.
  const clauses = parseCuts(cut, () => {}).filter(({ field }) => {
    const { dimension, attribute } = findReference(model, field)!;
    const isDate = dimension.kind === "date" && (attribute ?? dimension.identity) === dimension.identity;
    const parts = isDate
      ? ["year", "yearmonth"].filter((each) => dimension.attributes.some(({ name }) => name === each))
      : [];
    return [field, ...parts.map((each) => `${dimension.name}.${each}`)].every(isFree);
  });
  if (clauses.length > 0) return printCuts(clauses);
  const free = model.dimensions.find(({ name }) => isFree(name));
  return free ? `${free.name}:*` : "dataset:cube";
}
