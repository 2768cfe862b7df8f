/**
 * The logical cube: the contents of a model file, checked and normalised. It does not depend on how entries are stored.
 */

import type { Converted, Datatype, NumberFormat, ValueError } from "./values/value.js";
import type { SourceLayout } from "./layout.js";

/** The source of a field's or an attribute's values: a column or a constant, and how a cell is converted. */
export interface Source {
  /** Header of the column; `null` for a constant. */
  readonly column: string | null;
  readonly datatype: Datatype;
  /** The value of every entry if there is no column, as written in the model. */
  readonly constant: string | null;
  /** `constant`, converted. */
  readonly fixed: Converted;
  /** `default_value` as written in the model; `null` for none. `empty` holds its meaning. */
  readonly defaultValue: string | null;
  /** Value of an empty cell, or the reason why a cell must not be empty. */
  readonly empty: Converted | ValueError;
  readonly numbers: NumberFormat;
  /** strptime format of dates, in addition to ISO dates; `null` if the model gives none. */
  readonly format: string | null;
}

export interface Attribute {
  readonly name: string;
  /** Position in `dimension.attributes`. */
  readonly index: number;
  /** Source; `null` if the attribute is derived from the dimension's date (`year`, `month`, …). */
  readonly source: Source | null;
  /** Numbers are compared and sorted as numbers, texts by code point. */
  readonly type: "text" | "number";
  readonly facet: boolean;
  readonly endColumn: string | null;
}

/**
 * Kinds of dimensions.
 * `compound`: its members have several attributes, including `name` and `label`.
 * `date`: read from one column; its attributes are `DATE_ATTRIBUTES`, the first of them `name`.
 * `attribute`: its members are its values; it has one attribute, named like the dimension.
 */
export type DimensionKind = "compound" | "date" | "attribute";

export interface Dimension {
  readonly kind: DimensionKind;
  readonly name: string;
  readonly label: string;
  /** Description; empty if there is none. */
  readonly description: string;
  /** Position in `model.dimensions`. */
  readonly index: number;
  readonly key: boolean;
  readonly facet: boolean;
  readonly taxonomy: string;
  readonly attributes: readonly Attribute[];
  /** The attribute whose value identifies a member: `name`, or an attribute dimension's only one. */
  readonly identity: Attribute;
}

export interface Measure {
  readonly kind: "measure";
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Position in `model.measures`. */
  readonly index: number;
  readonly key: boolean;
  readonly source: Source;
}

export type Field = Dimension | Measure;

export interface View {
  readonly name: string;
  readonly label: string;
  readonly entity: string;
  /** Name of a dimension, or `dataset` for the whole dataset. */
  readonly dimension: string;
  readonly drilldown: string;
  /** Values of each cut, by reference. */
  readonly cuts: ReadonlyMap<string, readonly string[]>;
  /** Conditions on the members to which the view applies: `name`, `taxonomy` or an attribute, and its value. */
  readonly filters: ReadonlyMap<string, string>;
}

export interface Licence {
  readonly name: string;
  readonly url: string | null;
}

export type Category = "budget" | "spending" | "other";

/** The dataset's metadata in a model file. `null` means unknown. */
export interface DatasetMetadata {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly currency: string | null;
  readonly category: Category | null;
  readonly defaultTime: string | null;
  readonly languages: readonly string[];
  readonly territories: readonly string[];
  readonly licence: Licence | null;
  readonly serpTitle: string | null;
  readonly serpTeaser: string | null;
}

export interface Model {
  readonly dataset: DatasetMetadata;
  /** Dimensions in mapping order. */
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  /** Dimensions and measures together, in mapping order. */
  readonly fields: readonly Field[];
  /** The fields whose values form an entry's id, in the order of the id. */
  readonly key: readonly Field[];
  readonly views: readonly View[];
  /** Encoding of sources that are not UTF-8; `null` for Windows-1252. */
  readonly encoding: string | null;
  /** Layout of a source file that does not describe itself; not part of the model file. */
  readonly layout: SourceLayout | null;
  /** The model file as given; it is served to clients and read again at the next start. */
  readonly document: ModelDocument;
}

/** A model file as JSON. Its keys are arbitrary: read them only with `Object.entries` or `Object.hasOwn`. */
export interface ModelDocument {
  readonly dataset: Readonly<Record<string, unknown>>;
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly views?: readonly unknown[];
}

/** Attributes of every date dimension, in order; `name` is `YYYY-MM-DD`. */
export const DATE_ATTRIBUTES = ["name", "label", "year", "quarter", "month", "week", "day", "yearmonth"] as const;
