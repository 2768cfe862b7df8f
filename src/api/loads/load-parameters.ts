import { InvalidQuery, UserError } from "../../errors/errors.js";
import { type Address, parseUrl } from "../../ingest/fetch/address.js";
import type { Parameters } from "../../query/parameters.js";

/** What a call was sent: parameters, and files in the place of some. */
export interface LoadForm {
  readonly parameters: Parameters;
  readonly files: ReadonlyMap<string, Upload>;
}

/** A file that was sent, as it lies on the disk meanwhile. */
export interface Upload {
  readonly path: string;
  /** As whoever sent it calls it, without a path. */
  readonly name: string;
}

/** Where something is, and what it is known by. */
export interface Named {
  readonly address: Address;
  readonly url: string;
}

/** What a load is to do. */
export interface LoadOrder extends LoadFlags {
  readonly what:
    | { readonly kind: "csv"; readonly csv: Named; readonly metadata: Named }
    | { readonly kind: "package"; readonly descriptor: Named };
}

export interface LoadFlags {
  readonly private: boolean;
  readonly skipInvalid: boolean;
  readonly replace: boolean;
  /** Answer when the load is done. */
  readonly wait: boolean;
}

/** Fields that may be sent as files. */
export const FILE_FIELDS = ["csv_file", "metadata"] as const;

/** @throws InvalidQuery with every fault */
export function readLoadOrder(form: LoadForm): LoadOrder {
  const faults: string[] = [];
  const what = readWhat(form, faults);
  const flags = collectFlags(form.parameters, faults);
  if (!what || faults.length > 0) throw new InvalidQuery(faults);
  return { ...flags, what };
}

/** @throws InvalidQuery with every fault */
export function readFlags(parameters: Parameters): LoadFlags {
  const faults: string[] = [];
  const flags = collectFlags(parameters, faults);
  if (faults.length > 0) throw new InvalidQuery(faults);
  return flags;
}

function collectFlags(parameters: Parameters, faults: string[]): LoadFlags {
  return {
    private: readFlag(parameters, "private", faults),
    skipInvalid: readFlag(parameters, "skip_invalid", faults),
    replace: readFlag(parameters, "replace", faults),
    wait: readFlag(parameters, "wait", faults),
  };
}

function readWhat(form: LoadForm, faults: string[]): LoadOrder["what"] | null {
  const descriptor = readNamed(form, "budget_data_package", faults);
  if (descriptor !== undefined) return descriptor && { kind: "package", descriptor };
  const csv = readNamed(form, "csv_file", faults);
  const metadata = readNamed(form, "metadata", faults);
  if (csv && metadata) return { kind: "csv", csv, metadata };
  if (csv === undefined && metadata === undefined) {
    faults.push(
      "Missing parameters: give csv_file (URL of a CSV file) and metadata (URL of a model), or budget_data_package (URL of a datapackage.json)",
    );
  } else if (csv === undefined) faults.push("Missing parameter csv_file: the URL of a CSV file, or the file itself");
  else if (metadata === undefined) {
    faults.push("Missing parameter metadata: the URL of the model, a JSON file, or the file itself");
  }
  return null;
}

/** `undefined` where nothing is given, `null` for what cannot be it. */
function readNamed({ parameters, files }: LoadForm, name: string, faults: string[]): Named | null | undefined {
  const file = files.get(name);
  if (file) {
    return {
      address: { kind: "file", path: file.path, name: file.name },
      url: `upload:${encodeURIComponent(file.name.toWellFormed())}`,
    };
  }
  const given = parameters.get(name);
  if (given === undefined) return undefined;
  try {
    const url = parseUrl(given).href;
    return { address: { kind: "url", url }, url };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    faults.push(...error.faults.map((fault) => `${name}: ${fault}`));
    return null;
  }
}

function readFlag(parameters: Parameters, name: string, faults: string[]): boolean {
  const given = parameters.get(name) ?? "false";
  if (/^(true|1|yes|on)$/i.test(given)) return true;
  if (!/^(false|0|no|off)$/i.test(given)) faults.push(`${name}: "${given}" is neither true nor false`);
  return false;
}
