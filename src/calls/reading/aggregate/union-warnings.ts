import type { Bounds } from "../../../core/engine/bounds.js";
import { readFirstMembers } from "../../../core/engine/first-members.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { DimensionRole, Model } from "../../../core/model/cube.js";
import { joinAnd } from "../../../core/model/nearest.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import { readDatasetTime } from "../adjust/read-time.js";
import { nameDatasets } from "../lookup/find-union.js";

/** A dataset of a union, with the filters that its entries meet. */
export interface FilteredPart {
  readonly dataset: Dataset;
  readonly filters: readonly Condition[];
}

/** Maximum number of members that a warning names, and maximum number of those that are read. */
const MAX_MEMBERS = 5;

/**
 * Write a warning for each thing in which datasets that are added up differ: directions, phases, beginnings of fiscal
 * years, precision of dates.
 */
export async function warnOfDifferences(
  context: Context,
  parts: readonly FilteredPart[],
  bounds: Bounds,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  const tell = (subject: string, said: readonly string[]): void => {
    const groups = new Map<string, string[]>();
    said.forEach((text, at) => {
      const { name } = parts[at]!.dataset.model.dataset;
      const known = groups.get(text);
      if (known) known.push(name);
      else groups.set(text, [name]);
    });
    if (groups.size < 2) return;
    const sides = [...groups].map(([text, names]) => `${text} in ${nameDatasets(names)}`);
    warnings.push(`${subject}: ${sides.join("; ")}`);
  };
  for (const [role, subject] of [
    ["direction", "The datasets have different directions"],
    ["phase", "The datasets have different phases"],
  ] as const) {
    const said: string[] = [];
    for (const part of parts) said.push(await readRole(part, role, bounds));
    tell(subject, said);
  }
  const times = [];
  for (const { dataset } of parts) times.push(await readDatasetTime(context, dataset, bounds));
  const starts = times.map(({ fiscal }) => fiscal?.starts ?? "01-01");
  tell(
    "The datasets have different fiscal years",
    starts.map((start) => (start === "01-01" ? "years from 1 January" : `years from ${nameDay(start)}`)),
  );
  tell(
    "The dates of the datasets have different precisions",
    times.map(({ precision }) => `${precision}s`),
  );
  return warnings;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

function nameDay(start: string): string {
  const [month, day] = start.split("-").map(Number);
  return `${day} ${MONTHS[month! - 1]!}`;
}

/** Read which members of a role the entries of a dataset have. */
async function readRole({ dataset, filters }: FilteredPart, role: DimensionRole, bounds: Bounds): Promise<string> {
  const { model } = dataset;
  const dimension = model.dimensions.find(({ meaning }) => meaning?.role === role);
  if (!dimension) return role === "phase" ? phasesOfMeasures(model) : "none";
  const found = await withReader(dataset, bounds, (reader) =>
    readFirstMembers(reader, filters, dimension, MAX_MEMBERS),
  );
  const names = found.names.map((name) => (name === null ? "(no value)" : String(name)));
  const more = found.count > names.length ? [`${found.count - names.length} more`] : [];
  return joinAnd([...names, ...more]) || "none";
}

function phasesOfMeasures({ measures }: Model): string {
  const phases = measures.flatMap(({ phase }) => phase ?? []);
  return joinAnd([...new Set(phases)]) || "none";
}
