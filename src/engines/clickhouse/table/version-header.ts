import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { DamagedStore } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { sha1 } from "../../../core/model/values/sha1.js";
import type { StoredMeasure } from "./amounts.js";

const FORMAT = "spendcube clickhouse 1";

/** The entries of one source. */
export interface SourceEntries {
  readonly id: number;
  readonly entries: number;
}

/** Facts about an inline dimension: the texts of its members are columns of the entries. */
export interface InlineFacts {
  /** Number of different texts; a missing one does not count. */
  readonly members: number;
  /** Number of those that several entries have. */
  readonly repeated: number;
  /** Sum of the hashes of all entries' texts, as an integer in text. */
  readonly digest: string;
}

/** A stored dimension of a version. */
export interface StoredDimension {
  readonly name: string;
  /** Number of codes; 0 for an inline dimension. */
  readonly codes: number;
  /** Absent if entries have the codes of members. */
  readonly inline?: InlineFacts;
}

/** Facts about a version whose entries are in a cluster. */
export interface StoredFacts {
  /** Beginning of the names of its tables. */
  readonly table: string;
  readonly numEntries: number;
  /** Number of shards that its entries are on, each on that of its id. */
  readonly shards: number;
  /** A position above those of all entries. */
  readonly nextPosition: number;
  /** Dimensions by which the entries are sorted, by index. */
  readonly order: readonly number[];
  /** Sources in the order of their ids. */
  readonly sources: readonly SourceEntries[];
  readonly measures: readonly StoredMeasure[];
  /** Sums of all amounts by measure, as integers in text: what a query without filters must find. */
  readonly totals: readonly string[];
  readonly dimensions: readonly StoredDimension[];
}

/** Header of a serialized version. The members of its dimensions are its parts. */
export interface VersionHeader {
  readonly format: typeof FORMAT;
  readonly table: string;
  /** `StoredFacts` as JSON text. */
  readonly facts: string;
  readonly lengths: string;
  /** SHA-1 of `facts` and `lengths`. */
  readonly digest: string;
}

/** Write the header of a version. @param lengths bytes of each part */
export function writeVersionHeader(facts: StoredFacts, lengths: readonly number[]): VersionHeader {
  const texts = { facts: JSON.stringify(facts), lengths: JSON.stringify(lengths) };
  return { format: FORMAT, table: facts.table, ...texts, digest: digestOf(texts) };
}

/** Return the table of a header; `null` if it is not of this format. */
export function tableOfHeader(header: unknown): string | null {
  const { format, table } = (header ?? {}) as Partial<VersionHeader>;
  return format === FORMAT && typeof table === "string" ? table : null;
}

/** Read the facts of a header. @throws DamagedStore if it is none of a version in ClickHouse */
export function readStoredFacts(header: unknown): StoredFacts {
  const { format, table, facts, digest, lengths } = (header ?? {}) as Partial<VersionHeader>;
  if (format !== FORMAT) damaged("not_of_cluster");
  if (typeof facts !== "string" || typeof lengths !== "string" || digest !== digestOf({ facts, lengths })) {
    damaged("header_damaged");
  }
  const read = JSON.parse(facts) as StoredFacts;
  if (read.table !== table) damaged("header_damaged");
  return read;
}

/** Read a header. @throws DamagedStore if it is none of a version of this model with parts of these lengths */
export function readVersionHeader(model: Model, header: unknown, lengths: readonly number[]): StoredFacts {
  const read = readStoredFacts(header);
  if ((header as VersionHeader).lengths !== JSON.stringify(lengths)) damaged("parts_of_other_lengths");
  const names = [...read.dimensions, ...read.measures].map(({ name }) => name);
  const known = [...model.dimensions, ...model.measures].map(({ name }) => name);
  if (JSON.stringify(names) !== JSON.stringify(known)) damaged("of_other_model");
  return read;
}

function digestOf({ facts, lengths }: Pick<VersionHeader, "facts" | "lengths">): string {
  return sha1(`${facts}\n${lengths}`);
}

function damaged(phrase: "not_of_cluster" | "header_damaged" | "parts_of_other_lengths" | "of_other_model"): never {
  throw new DamagedStore(errorText("stored_version_damaged", { reason: phraseText(phrase) }));
}
