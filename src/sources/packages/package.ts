import type { Address } from "../ingest/fetch/address.js";
import type { Section } from "../../core/model/parse/section.js";

/** A data package's descriptor, normalized, whatever the kind of package. */
export interface Package {
  /** The whole descriptor, with all errors except those of resources. */
  readonly section: Section;
  readonly resources: readonly PackageResource[];
}

/** A table of a package. */
export interface PackageResource {
  /** The resource's part of the descriptor; its errors only matter if the resource is a table of the dataset. */
  readonly section: Section;
  /** Unique among the resources. */
  readonly name: string;
  /** Addresses of its files: one, or consecutive parts of one table. */
  readonly addresses: readonly Address[];
  readonly fields: readonly TableField[];
  readonly primaryKey: readonly string[];
}

/** A column of a table. */
export interface TableField {
  readonly section: Section;
  /** Name in the file's header. */
  readonly name: string;
  /** Type in lower case; `string` by default. */
  readonly type: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Date format in strptime codes; `null` for ISO dates. */
  readonly format: string | null;
  readonly decimal: string | null;
  readonly thousands: string | null;
  /** Column type of a Fiscal Data Package 1.0, in lower case; `null` if there is none. */
  readonly columnType: string | null;
}
