import {
  type Attribute,
  type Calendar,
  DATE_ATTRIBUTES,
  type Derivation,
  type Dimension,
  type Model,
} from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import type { PlainDimension, PlainTable } from "./table.js";

/** View a table by a model with derived dimensions, each member computed from one of another dimension, and parts of dates. */
export function viewPlain(table: PlainTable, model: Model): PlainTable {
  const columnOf = (dimension: Dimension): PlainDimension => {
    const { derivation, calendar, sources } = dimension;
    if (sources) return viewSources(table, dimension, sources);
    const stored = table.dimensions[dimension.index]!;
    if (dimension.kind === "date") {
      const rules = calendar ?? { fiscalYear: null, precision: null };
      const view = (date: readonly Value[]) => [...applyCalendar(rules, date), weekYear(rules, date)];
      return { ...stored, dimension, members: stored.members.map(view) };
    }
    if (!derivation) return addLabels({ ...stored, dimension });
    return addLabels(derive(dimension, derivation, columnOf(derivation.from.dimension)));
  };
  return { ...table, model, dimensions: model.dimensions.map(columnOf) };
}

/** Add the labels that the model gives by names of members. */
function addLabels(column: PlainDimension): PlainDimension {
  const { identity, unlisted = [] } = column.dimension;
  const labelsOf = (values: readonly Value[]): readonly Value[] =>
    unlisted.map(({ labels }) => labels!.get(String(values[identity.index])) ?? null);
  return { ...column, members: column.members.map((values) => [...values, ...labelsOf(values)]) };
}

/** Make one member for each source, at the place of its id. */
function viewSources(table: PlainTable, dimension: Dimension, labels: ReadonlyMap<number, string>): PlainDimension {
  const most = Math.max(0, ...table.sources);
  return {
    dimension,
    codes: table.sources.map((id) => id - 1),
    members: Array.from({ length: most }, (_, at) => {
      const name = table.sources.includes(at + 1) ? String(at + 1) : null;
      return [name, name && (labels.get(at + 1) ?? name)];
    }),
  };
}

function derive(dimension: Dimension, derivation: Derivation, from: PlainDimension): PlainDimension {
  const names = from.members.map((values) => nameOf(derivation, values[derivation.from.attribute.index]!));
  const members = [...new Set(names)].filter((name) => name !== null);
  return {
    dimension,
    codes: from.codes.map((code) => {
      const name = names[code]!;
      return name === null ? members.length : members.indexOf(name);
    }),
    members: [...members, null].map((name) => {
      if (!derivation.labels) return [name];
      return [name, name === null ? null : (derivation.labels.get(name) ?? name)];
    }),
  };
}

/** Apply the rules of a calendar to the attributes of a date. */
function applyCalendar({ fiscalYear, precision }: Calendar, date: readonly Value[]): readonly Value[] {
  const values = date.map((value, at) => {
    const attribute = DATE_ATTRIBUTES[at]!;
    const isKnown =
      precision === null ||
      ["name", "label", "year"].includes(attribute) ||
      (precision === "month" && ["quarter", "month", "yearmonth"].includes(attribute));
    return isKnown ? value : null;
  });
  if (!fiscalYear) return values;
  const [name] = date;
  if (typeof name !== "string") return [...values, null, null];
  const year = Number(name.slice(0, 4));
  const isOfYear = precision === "year";
  const first = isOfYear || name.slice(5) >= fiscalYear.starts ? year : year - 1;
  const [from, to] = [first, first + 1].map((each) => String(each).padStart(4, "0")) as [string, string];
  const isCalendarYear = fiscalYear.starts === "01-01";
  const both = `${from}/${to.slice(-2)}`;
  const named = { start: from, end: isOfYear ? from : to, both }[fiscalYear.named];
  return [...values, isCalendarYear ? from : named, isOfYear ? null : quarterOf(name, fiscalYear.starts)];
}

/** Read an attribute from the values of a member, also one that is not among them. */
export function readValueOf(values: readonly Value[], dimension: Dimension, attribute: Attribute): Value {
  if (attribute.name === "weekyear" && dimension.kind === "date") {
    return weekYear(dimension.calendar ?? { fiscalYear: null, precision: null }, values);
  }
  const { labels } = attribute;
  return labels ? (labels.get(String(values[dimension.identity.index])) ?? null) : (values[attribute.index] ?? null);
}

/** Return the year of the Thursday in a day's week, from Monday to Sunday. */
function weekYear({ precision }: Calendar, [name]: readonly Value[]): Value {
  if (precision !== null || typeof name !== "string") return null;
  const day = new Date(`${name}T00:00:00Z`);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() - 1);
  day.setUTCDate(day.getUTCDate() + 3);
  return String(day.getUTCFullYear()).padStart(4, "0");
}

/** Count the quarters from the first day of the fiscal year on, day by day through the months. */
function quarterOf(name: string, starts: string): string {
  let month = Number(starts.slice(0, 2));
  const starting = starts.slice(3);
  for (let passed = 0; passed < 12; passed++, month = (month % 12) + 1) {
    const next = (month % 12) + 1;
    const isIn =
      (Number(name.slice(5, 7)) === month && name.slice(8) >= starting) ||
      (Number(name.slice(5, 7)) === next && name.slice(8) < starting);
    if (isIn) return String(1 + Math.floor(passed / 3));
  }
  throw new Error(`${name} is in no month from ${starts} on`);
}

function nameOf({ rule }: Derivation, value: Value): string | null {
  if (value === null) return null;
  if (rule.by !== "prefix") return rule.values.get(value) ?? null;
  return [...String(value)].slice(0, rule.length).join("");
}
