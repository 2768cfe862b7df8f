import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery, UserError } from "../../../core/errors/errors.js";
import { type Address, parseUrl } from "../../../sources/ingest/fetch/address.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { LoadRules } from "./load-rules.js";

/** The body of a loading call: parameters, some of which may be files. */
export interface LoadForm {
  readonly parameters: Parameters;
  readonly files: ReadonlyMap<string, Upload>;
}

/** An uploaded file in its temporary place on disk. */
export interface Upload {
  readonly path: string;
  /** Name that the client gave it, without a path. */
  readonly name: string;
}

/** An address, with the URL that identifies it in the dataset. */
export interface Named {
  readonly address: Address;
  readonly url: string;
}

/** The parameters of a loading call. */
export interface LoadParameters extends LoadFlags {
  readonly input:
    | { readonly kind: "csv"; readonly csv: Named; readonly metadata: Named }
    | { readonly kind: "package"; readonly descriptor: Named };
}

export interface LoadFlags extends LoadRules {
  readonly private: boolean;
  readonly replace: boolean;
  /** Answer only when the load is done. */
  readonly wait: boolean;
}

/** Read the parameters of a loading call. @throws InvalidQuery with all errors */
export function readLoadParameters(form: LoadForm): LoadParameters {
  const errors: string[] = [];
  const input = readInput(form, errors);
  const flags = collectFlags(form.parameters, errors);
  if (!input || errors.length > 0) throw new InvalidQuery(errors);
  return { ...flags, input };
}

/** Read the flags alone. @throws InvalidQuery with all errors */
export function readFlags(parameters: Parameters): LoadFlags {
  const errors: string[] = [];
  const flags = collectFlags(parameters, errors);
  if (errors.length > 0) throw new InvalidQuery(errors);
  return flags;
}

function collectFlags(parameters: Parameters, errors: string[]): LoadFlags {
  return {
    private: readFlag(parameters, "private", errors),
    skipInvalid: readFlag(parameters, "skip_invalid", errors),
    unique: readFlag(parameters, "unique", errors),
    allowEmpty: readFlag(parameters, "allow_empty", errors),
    replace: readFlag(parameters, "replace", errors),
    wait: readFlag(parameters, "wait", errors),
  };
}

function readInput(form: LoadForm, errors: string[]): LoadParameters["input"] | null {
  const descriptor = readNamed(form, "budget_data_package", errors);
  if (descriptor !== undefined) return descriptor && { kind: "package", descriptor };
  const csv = readNamed(form, "csv_file", errors);
  const metadata = readNamed(form, "metadata", errors);
  if (csv && metadata) return { kind: "csv", csv, metadata };
  if (csv === undefined && metadata === undefined) {
    errors.push(errorText("load_parameters_missing"));
  } else if (csv === undefined) errors.push(errorText("csv_file_missing"));
  else if (metadata === undefined) {
    errors.push(errorText("metadata_missing"));
  }
  return null;
}

/** Read a URL or a file. Returns `undefined` if the parameter is missing, `null` if it is invalid. */
function readNamed({ parameters, files }: LoadForm, name: string, errors: string[]): Named | null | undefined {
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
    errors.push(...error.errors.map((error) => `${name}: ${error}`));
    return null;
  }
}

function readFlag(parameters: Parameters, name: string, errors: string[]): boolean {
  const given = parameters.get(name) ?? "false";
  if (/^(true|1|yes|on)$/i.test(given)) return true;
  if (!/^(false|0|no|off)$/i.test(given)) errors.push(errorText("neither_true_nor_false", { name, given }));
  return false;
}
