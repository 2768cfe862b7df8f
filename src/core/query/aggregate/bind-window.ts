import { errorText } from "../../errors/error-text.js";
import { MEASURE_FUNCTIONS } from "../../model/measure-functions.js";
import type { Model } from "../../model/cube.js";
import { bindReference } from "../reference.js";
import type { Drilldowns } from "./drilldown.js";
import type { ParsedTerm } from "../../model/terms.js";
import { addsUp, type KeyPart, PERIODS, type Term, type Window } from "./term.js";

/**
 * Bind the window of a term.
 * @param isCompared true if the query has another side
 * @returns `null` for a term without one; `undefined` after an error
 */
export function bindWindow(
  model: Model,
  { key, window, references }: ParsedTerm,
  value: Pick<Term, "value" | "divisor">,
  drilldowns: Drilldowns,
  isCompared: boolean,
  error: (sentence: string) => void,
): Window | null | undefined {
  if (window === null) return null;
  const refuse = (sentence: string): undefined => void error(`${key}: ${sentence}`);
  if ((window === "share" || window === "running") && !addsUp(value)) {
    return refuse(errorText("not_parts_of_a_whole", { subject: subjectOf(value) }));
  }
  if (window === "against") {
    if (references) return refuse(errorText("window_without_reference"));
    return isCompared ? { is: "side", as: window } : refuse(errorText("nothing_to_compare_with"));
  }
  const isSide = isCompared && references === null && (window === "difference" || window === "change");
  if (isSide) return { is: "side", as: window };
  const parts = (references ?? []).map((text) => bindKeyPart(model, text, drilldowns));
  const errors = parts.filter((part) => typeof part === "string");
  errors.forEach(refuse);
  if (errors.length > 0) return undefined;
  const within = parts as readonly KeyPart[];
  if (window === "share" || window === "rank") return { is: window, within };
  const along = references ? within : timesOf(drilldowns);
  if (along.length !== 1) return refuse(references ? errorText("window_takes_one_date") : explainTimes(along.length));
  const part = along[0]!;
  const { dimension, attribute } = drilldowns.keys[part.key]!;
  const shown = part.attribute ?? attribute ?? dimension.identity;
  const period = PERIODS.find((each) => each === shown.name);
  if (dimension.kind !== "date" || !period) {
    const names = PERIODS.filter((each) => dimension.attributes.some(({ name }) => name === each));
    const known = names.map((name) => `${dimension.name}.${name}`).join(", ");
    return refuse(
      dimension.kind === "date"
        ? errorText("no_period_before", { dimension: dimension.name, attribute: shown.name, known })
        : errorText("window_needs_a_date", { dimension: dimension.name }),
    );
  }
  if (part.attribute)
    return refuse(errorText("needs_a_drilldown_of_its_own", { dimension: dimension.name, attribute: shown.name }));
  return { is: window, along: part, period };
}

/** Find the drilldown that a reference names. @returns a message if there is none */
export function bindKeyPart(model: Model, text: string, { keys }: Drilldowns): KeyPart | string {
  const reference = bindReference(model, text);
  if (typeof reference === "string") return reference;
  const { dimension } = reference;
  const attribute = reference.attribute ?? dimension.identity;
  const key = keys.findIndex((each) => each.dimension === dimension && (each.attribute ?? attribute) === attribute);
  if (key < 0) return errorText("not_drilled_down", { field: text });
  const isOwn = keys[key]!.attribute !== null || attribute === dimension.identity;
  return { key, dimension, attribute: isOwn ? null : attribute };
}

/** List the drilldowns of dates. */
function timesOf({ drilldowns }: Drilldowns): readonly KeyPart[] {
  const dates = drilldowns.filter(({ dimension }) => dimension.kind === "date");
  const keys = new Map(dates.map(({ key, dimension }) => [key, dimension]));
  return [...keys].map(([key, dimension]) => ({ key, dimension, attribute: null }));
}

function explainTimes(count: number): string {
  if (count === 0) return errorText("no_date_drilled_down");
  return errorText("several_dates_drilled_down");
}

/** Name what does not add up. */
function subjectOf({ value, divisor }: Pick<Term, "value" | "divisor">): string {
  if (divisor !== null) return "ratios";
  return value.is === "amounts" ? MEASURE_FUNCTIONS[value.function].plural : COUNTS;
}

const COUNTS = "numbers of different values";
