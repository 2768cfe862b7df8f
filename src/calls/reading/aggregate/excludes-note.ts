import { passesValue } from "../../../core/engine/match-value.js";
import { DATE_ATTRIBUTES, type Dimension, type Note, type NoteCut } from "../../../core/model/cube.js";
import { listDays } from "../../../core/model/values/date-parts.js";
import { dateAttributes } from "../../../core/model/values/dates.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Condition } from "../../../core/query/condition/condition.js";

/** Values of some attributes of one dimension, as one entry may have them. */
interface Candidate {
  readonly dimension: string;
  readonly values: ReadonlyMap<string, Value>;
}

/**
 * True if filters exclude all entries that a note is about, whatever they are. The filters are compared with the
 * values that the note names; what cannot be decided without entries does not exclude it.
 */
export function excludesNote(filters: readonly Condition[], dimensions: readonly Dimension[], { on }: Note): boolean {
  return on.some((cut) => {
    const dimension = dimensions.find(({ name }) => name === cut.dimension)!;
    const candidates = listCandidates(
      dimension,
      cut,
      on.filter((other) => other.dimension === cut.dimension),
    );
    return !candidates.some((candidate) => filters.every((filter) => mayPass(filter, candidate)));
  });
}

/** List what entries may have that one cut of a note is about. @param others cuts of the note on the same dimension */
function listCandidates(dimension: Dimension, cut: NoteCut, others: readonly NoteCut[]): readonly Candidate[] {
  return cut.values.flatMap((value): readonly Candidate[] => {
    const days = dimension.kind === "date" ? listDays(cut.attribute, String(value)) : null;
    if (!days) return [{ dimension: dimension.name, values: new Map([[cut.attribute, value]]) }];
    const dates = days.map((day) => ({ dimension: dimension.name, values: valuesOfDay(dimension, day) }));
    return dates.filter(({ values }) => others.every((other) => hasOne(values, other)));
  });
}

/** Return what a date shows; less if dates are not days. */
function valuesOfDay({ calendar }: Dimension, day: string): ReadonlyMap<string, Value> {
  const values = dateAttributes(day);
  const shown = DATE_ATTRIBUTES.map((name, at) => [name, values[at]!] as const);
  return new Map(calendar?.precision ? shown.filter(([name]) => name === "year") : shown);
}

function hasOne(values: ReadonlyMap<string, Value>, cut: NoteCut): boolean {
  const value = values.get(cut.attribute);
  return value === undefined || cut.values.includes(value!);
}

function mayPass(condition: Condition, candidate: Candidate): boolean {
  return decide(condition, candidate) !== false;
}

/** Decide if a candidate meets a condition; `null` if that depends on other values. */
function decide(condition: Condition, candidate: Candidate): boolean | null {
  switch (condition.is) {
    case "not": {
      const inner = decide(condition.of, candidate);
      return inner === null ? null : !inner;
    }
    case "all": {
      const parts = new Set(condition.of.map((part) => decide(part, candidate)));
      return parts.has(false) ? false : parts.has(null) ? null : true;
    }
    case "any": {
      const parts = new Set(condition.of.map((part) => decide(part, candidate)));
      return parts.has(true) ? true : parts.has(null) ? null : false;
    }
    case "clause": {
      const { test } = condition;
      if (test.on !== "value" || test.target.dimension.name !== candidate.dimension) return null;
      const value = candidate.values.get(test.target.attribute.name);
      return value === undefined ? null : passesValue(test.value, value);
    }
  }
}
