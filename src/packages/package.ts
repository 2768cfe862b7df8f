import type { Address } from "../ingest/fetch/address.js";
import type { Section } from "../model/parse/section.js";

/** A data package: what its descriptor says, in one form, before anybody asks what kind it is. */
export interface Package {
  /** The whole descriptor; its faults are all but those of resources. */
  readonly section: Section;
  readonly resources: readonly PackageResource[];
}

/** A table of a package. */
export interface PackageResource {
  /** Its faults count where it is a table of the dataset. */
  readonly section: Section;
  /** Unlike that of any other resource. */
  readonly name: string;
  /** Its files: one, or parts that follow each other. */
  readonly addresses: readonly Address[];
  readonly fields: readonly TableField[];
  readonly primaryKey: readonly string[];
}

/** A column of a table. */
export interface TableField {
  readonly section: Section;
  /** As the header of the file has it. */
  readonly name: string;
  /** In lower case; `string` where nothing is said. */
  readonly type: string;
  readonly title: string | null;
  readonly description: string | null;
  /** strptime codes; `null` for ISO dates. */
  readonly format: string | null;
  readonly decimal: string | null;
  readonly thousands: string | null;
  /** The fiscal concept of version 1.0, in lower case. */
  readonly columnType: string | null;
}
