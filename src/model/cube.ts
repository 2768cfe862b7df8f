/** The logical cube: what a model file says, checked and in one form. Nothing here knows how entries are kept. */

import type { Converted, Datatype, NumberFormat, ValueError } from "./values/value.js";
import type { SourceLayout } from "./layout.js";

/** Where the value of a field or an attribute comes from and how a cell becomes that value. */
export interface Source {
  /** Header of the column; `null` for a constant. */
  readonly column: string | null;
  readonly datatype: Datatype;
  /** The value of every entry when there is no column, as the model writes it. */
  readonly constant: string | null;
  /** `constant`, converted. */
  readonly fixed: Converted;
  /** `default_value` as the model writes it; `null` for none. `empty` says what it means. */
  readonly defaultValue: string | null;
  /** What an empty cell becomes under the model's defaults, or why it may not be empty. */
  readonly empty: Converted | ValueError;
  readonly numbers: NumberFormat;
  /** strptime format of dates, beside the ISO forms; `null` when the model gives none. */
  readonly format: string | null;
}

export interface Attribute {
  readonly name: string;
  /** Position in `dimension.attributes`. */
  readonly index: number;
  /** `null` for what is derived from the dimension's date (`year`, `month`, …). */
  readonly source: Source | null;
  /** Numbers compare and order as numbers; everything else as text by code point. */
  readonly type: "text" | "number";
  readonly facet: boolean;
  readonly endColumn: string | null;
}

/**
 * `compound`: members with several attributes, `name` and `label` among them.
 * `date`: one column; the attributes of `DATE_ATTRIBUTES`, the first of them `name`.
 * `attribute`: its members are its values; one attribute, named like the dimension.
 */
export type DimensionKind = "compound" | "date" | "attribute";

export interface Dimension {
  readonly kind: DimensionKind;
  readonly name: string;
  readonly label: string;
  /** Empty where unknown. */
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
  /** Name of a dimension, or `dataset`: the whole. */
  readonly dimension: string;
  readonly drilldown: string;
  /** From reference to the values of a cut. */
  readonly cuts: ReadonlyMap<string, readonly string[]>;
  /** What a member must have for the view to apply to it: `name`, `taxonomy` or an attribute, and its value. */
  readonly filters: ReadonlyMap<string, string>;
}

export interface Licence {
  readonly name: string;
  readonly url: string | null;
}

export type Category = "budget" | "spending" | "other";

/** The core metadata that a model file carries. `null` where unknown. */
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
  /** In mapping order. */
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  /** Dimensions and measures together, in mapping order. */
  readonly fields: readonly Field[];
  /** The fields whose values make an entry's id, in the order of the id. */
  readonly key: readonly Field[];
  readonly views: readonly View[];
  /** Encoding of sources that are not UTF-8; `null` for Windows-1252. */
  readonly encoding: string | null;
  /** How one file is to be read under this model, where the file does not say; no part of the model file. */
  readonly layout: SourceLayout | null;
  /** The model file as it was given, for whoever asks for it and for the next start. */
  readonly document: ModelDocument;
}

/** A model file as JSON. Keys are anyone's: read them with `Object.entries` or `Object.hasOwn` only. */
export interface ModelDocument {
  readonly dataset: Readonly<Record<string, unknown>>;
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly views?: readonly unknown[];
}

/** The attributes of every date dimension, in order; `name` is `YYYY-MM-DD`. */
export const DATE_ATTRIBUTES = ["name", "label", "year", "quarter", "month", "week", "day", "yearmonth"] as const;
