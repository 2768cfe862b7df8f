import type { Actor } from "../../../access/actor.js";
import { Gone, OverCapacity, type UserError } from "../../../core/errors/errors.js";
import type { Dataset, PastVersion } from "../../../store/dataset.js";
import { nameVersion, type VersionName } from "../../../store/version-name.js";
import { findVersionOf, readableVersions } from "./open-versions.js";

/** Return the error for a version that cannot be read, of a dataset that can. */
export function refuseVersion(
  actor: Actor,
  dataset: Dataset,
  { dataset: name, wanted }: VersionName,
  Unknown: new (error: string) => UserError,
): UserError {
  const versions = readableVersions(actor, dataset);
  if ("day" in wanted) return new Unknown(describeDay(name, wanted.day, versions));
  const { number } = wanted;
  const version = versions.find((each) => each.number === number);
  if (!version) return new Unknown(`"${name}" has no version ${number}; it has ${listNumbers(versions)}`);
  if (!version.isKept) return describeGone(name, version);
  return new OverCapacity(`Version ${number} of "${name}" could not be opened; try again later`);
}

function describeDay(name: string, day: string, versions: readonly PastVersion[]): string {
  const found = findVersionOf(day, versions, new Date());
  if (found) return `The version of "${name}" of ${day} is "${nameVersion(name, found.number)}"`;
  const first = versions.at(-1);
  if (!first || Date.parse(day) > Date.now()) return `"${name}" has no version of ${day} yet`;
  return `"${name}" had no version on ${day}; the first is of ${first.since.toISOString().slice(0, 10)}`;
}

function listNumbers(versions: readonly PastVersion[]): string {
  const numbers = versions.map(({ number }) => number);
  return numbers.length < 2 ? `only version ${numbers.join("")}` : `${numbers.at(-1)} to ${numbers[0]}`;
}

function describeGone(name: string, { number, since, numEntries, totals, isPurged }: PastVersion): Gone {
  const sums = (totals ?? []).map(([measure, total]) => `, ${measure} ${total}`).join("");
  const sentence =
    `Version ${number} of "${name}", of ${since.toISOString().slice(0, 10)}, ${isPurged ? "was purged" : "is no longer kept"}; ` +
    `it had ${numEntries} entries${sums}`;
  return new Gone(sentence, { version: number, num_entries: numEntries, totals: totals && Object.fromEntries(totals) });
}
