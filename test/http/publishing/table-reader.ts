import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";

/** The parts of a descriptor that a reader of data packages needs (Data Package 2). */
interface PackageDescriptor {
  readonly resources: readonly ResourceDescriptor[];
}

interface ResourceDescriptor {
  readonly name: string;
  readonly path: string;
  readonly bytes?: number;
  readonly hash?: string;
  readonly dialect?: Readonly<Record<string, unknown>>;
  readonly schema?: {
    readonly fields: readonly FieldDescriptor[];
    readonly primaryKey?: readonly string[];
    readonly missingValues?: readonly string[];
  };
}

interface FieldDescriptor {
  readonly name: string;
  readonly type: string;
  readonly constraints?: { readonly required?: boolean; readonly unique?: boolean };
}

/** Lexical forms of the types of Table Schema, without options. */
const FORMS: Readonly<Record<string, RegExp>> = {
  string: /^/,
  number: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/,
  integer: /^[+-]?\d+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  year: /^\d{4}$/,
};

/** A table as it was read: its records by the names of fields, and everything in it that its descriptor denies. */
export interface ReadTable {
  readonly records: readonly Readonly<Record<string, string | null>>[];
  readonly errors: readonly string[];
}

/**
 * Read a package by its descriptor alone, as any program may that follows the standard and knows nothing of its source.
 * @param fetchBytes fetches the file of a path beside the descriptor
 * @returns the tables by the names of resources; those without a schema have no records
 */
export async function readTables(
  { resources }: PackageDescriptor,
  fetchBytes: (path: string) => Promise<Buffer>,
): Promise<ReadonlyMap<string, ReadTable>> {
  const tables = new Map<string, ReadTable>();
  for (const resource of resources) {
    const bytes = await fetchBytes(resource.path);
    const errors = checkFile(resource, bytes);
    const records = resource.schema ? readRecords(resource, bytes, errors) : [];
    tables.set(resource.name, { records, errors });
  }
  return tables;
}

function checkFile({ bytes, hash = "" }: ResourceDescriptor, content: Buffer): string[] {
  const [algorithm = "", digest] = hash.split(":");
  return [
    ...(bytes === undefined || bytes === content.length ? [] : [`${content.length} bytes, not ${bytes}`]),
    ...(hash === "" || createHash(algorithm).update(content).digest("hex") === digest ? [] : ["another digest"]),
  ];
}

function readRecords({ path, dialect = {}, schema }: ResourceDescriptor, bytes: Buffer, errors: string[]) {
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  const { delimiter = ",", quoteChar: quote = '"', lineTerminator = "\r\n" } = dialect;
  const options = { delimiter, quote, record_delimiter: lineTerminator } as Readonly<Record<string, string>>;
  const [header = [], ...rows] = parse(text, options) as string[][];
  const { fields, primaryKey = [], missingValues = [""] } = schema!;
  const names = fields.map(({ name }) => name);
  if (header.join() !== names.join()) errors.push(`the columns ${header.join()}, not ${names.join()}`);
  const seen = fields.map(() => new Set<string>());
  const keys = new Set<string>();
  return rows.map((row, at) => {
    const record = Object.fromEntries(names.map((name, i) => [name, missingValues.includes(row[i]!) ? null : row[i]!]));
    for (const [i, { name, type, constraints = {} }] of fields.entries()) {
      const value = record[name]!;
      if (value === null) {
        if (constraints.required) errors.push(`record ${at + 1} has no ${name}`);
        continue;
      }
      if (!FORMS[type]?.test(value)) errors.push(`record ${at + 1}: ${name} "${value}" is not a ${type}`);
      if (constraints.unique && seen[i]!.has(value)) errors.push(`record ${at + 1} repeats ${name} "${value}"`);
      seen[i]!.add(value);
    }
    const key = JSON.stringify(primaryKey.map((name) => record[name]));
    if (primaryKey.length > 0 && keys.has(key)) errors.push(`record ${at + 1} repeats the key ${key}`);
    keys.add(key);
    return record;
  });
}
