import type { Disagreement } from "../../core/engine/disagreement.js";
import type { Dimension, Model } from "../../core/model/cube.js";
import { type Decimal, decimalText } from "../../core/model/values/decimal.js";
import type { Value } from "../../core/model/values/value.js";
import { describeCount } from "./report.js";

/** Maximum number of characters shown of a value. */
const SHOWN_LENGTH = 60;

/**
 * Describe members about whose attribute rows disagree: how many they are, what they cover, the worst of them, and the
 * remedy.
 */
export function describeDisagreement(model: Model, disagreement: Disagreement): string {
  const { dimension: name, attribute, members, entries, amount, worst } = disagreement;
  const { currency } = model.dataset;
  const dimension = model.dimensions.find((each) => each.name === name)!;
  const more = worst.numValues > worst.values.length ? " …" : "";
  const count = `${worst.isAtLeast ? "at least " : ""}${worst.numValues.toLocaleString("en")}`;
  return (
    `${describeCount(members, "name", "names")} of "${name}" ${members === 1 ? "has" : "have"} several ` +
    `${plural(attribute)}, of which only the last is shown; ${members === 1 ? "it covers" : "they cover"} ` +
    `${covered(entries, amount, currency)}. ` +
    `${members === 1 ? "It is" : "The worst is"} ${quote(worst.identity)} with ${count} ${plural(attribute)}` +
    `${members === 1 ? "" : ` and ${covered(worst.entries, worst.amount, currency)}`}: ` +
    `${worst.values.map(quote).join(", ")}${more}. ${remedy(dimension, attribute)}`
  );
}

function covered(entries: number, amount: Decimal, currency: string | null): string {
  const money = currency === null ? decimalText(amount) : `${decimalText(amount)} ${currency}`;
  return `${describeCount(entries, "entry", "entries")} worth ${money}`;
}

function plural(attribute: string): string {
  return attribute === "label" ? "labels" : `values of "${attribute}"`;
}

function remedy({ name, attributes }: Dimension, attribute: string): string {
  const columnOf = (wanted: string): string | null =>
    attributes.find((each) => each.name === wanted)?.source?.column ?? null;
  const label = columnOf("label");
  if (attribute !== "label") return `Make "${attribute}" a dimension of its own, or correct the rows`;
  const own = label === null ? "the label" : `the column of the label, ${JSON.stringify(label)}`;
  const code = columnOf("name");
  const joined =
    code === null
      ? ""
      : `, as in "column": ${JSON.stringify(`(COLUMN OF THE LEVEL ABOVE + ${code.replace(/^\((.*)\)$/, "$1")})`)}`;
  return (
    `If they are different members, take "name" of "${name}" from a code that contains the one of the level above${joined}, ` +
    `or from ${own}; if they are one, correct the rows`
  );
}

function quote(value: Value): string {
  if (value === null) return "no value";
  const text = String(value);
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);
}
