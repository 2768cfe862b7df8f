import { OPERATOR } from "../../access/actor.js";
import { requireRecord } from "../../calls/reading/lookup/require-dataset.js";
import { noteVersion, purgeVersions } from "../../calls/publishing/manage/change-dataset.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import { withoutVersions } from "../../store/purge.js";
import { nameVersion, readNumbered } from "../../store/version-name.js";
import { listVersions, type VersionRecord } from "../../store/disk/manifest.js";
import { formatTable, printDone, printJson, printLine } from "../terminal/terminal.js";
import type { Call } from "./call.js";
import { servicesOf } from "./dataset.js";

interface Options {
  readonly json?: boolean;
}

/** List the versions of a dataset, the newest first. */
export async function printVersions({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const [name] = args as [string];
  const { catalog } = await place.openRecords();
  const versions = listVersions(requireRecord(catalog, name));
  if (options.json) {
    printJson(
      terminal,
      versions.map(({ number, since, numEntries, totals, note, restored, withheld, segment }) => ({
        version: number,
        loaded: since,
        num_entries: numEntries,
        totals: totals ? Object.fromEntries(totals) : null,
        note: note ?? null,
        restored: restored ?? null,
        withheld: withheld ?? false,
        kept: segment !== null,
      })),
    );
  } else {
    const header = ["version", "entries", "state", "since", "note"];
    printLine(terminal.out, formatTable([header, ...versions.map((version) => describeRow(name, version))]));
  }
  return 0;
}

/** Write or remove the note of a version. */
export async function note({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const [given, text] = args as [string, string | undefined];
  const version = readNumbered(given);
  if (!version) throw new InvalidQuery(errorText("not_a_version_of_dataset", { value: given }));
  await noteVersion(await servicesOf(place), version.dataset, version.number, text ?? null, OPERATOR);
  const done = text === undefined ? `removed the note of ${given}` : `noted on ${given}: ${text}`;
  return printDone(terminal, options, { version: given, note: text ?? null }, done);
}

interface PurgeOptions extends Options {
  /** True to refuse versions that cannot be purged, and to do nothing else. */
  readonly looks?: boolean;
}

/** Remove all data of earlier versions for good. */
export async function purge({ place, args, options, terminal, signal }: Call<PurgeOptions>): Promise<number> {
  const versions = args.map((each) => {
    const version = readNumbered(each);
    if (!version) throw new InvalidQuery(errorText("not_a_version_of_dataset", { value: each }));
    return version;
  });
  const [name = "", ...others] = [...new Set(versions.map(({ dataset }) => dataset))];
  if (others.length > 0) throw new InvalidQuery(errorText("versions_of_several_datasets"));
  const numbers = versions.map(({ number }) => number);
  if (options.looks) {
    const { catalog } = await place.openRecords();
    requireRecord(catalog, name);
    withoutVersions({ accounts: catalog.accounts, datasets: catalog.records, runs: [] }, name, numbers);
    return 0;
  }
  await purgeVersions(await servicesOf(place), name, numbers, OPERATOR, signal);
  return printDone(terminal, options, { purged: args }, `purged ${args.join(", ")}: no file has any of their data`);
}

function describeRow(
  name: string,
  { number, since, numEntries, note = "", segment, withheld, purged }: VersionRecord,
): readonly string[] {
  const state = segment ? (withheld ? "withheld" : "kept") : purged ? "purged" : "not kept";
  return [nameVersion(name, number), String(numEntries), state, since.slice(0, 16).replace("T", " "), note];
}
