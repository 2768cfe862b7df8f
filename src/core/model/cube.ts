/**
 * The logical cube: the contents of a model file, checked and normalised. It does not depend on how entries are stored.
 */

import type { Converted, Datatype, NumberFormat, ValueError } from "./values/value.js";
import type { MemberCorrections } from "./member-corrections.js";
import type { SourceLayout } from "./layout.js";
import type { TableRules } from "./table-rules.js";

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
  /** Position in `dimension.attributes`, or behind them if it is unlisted. */
  readonly index: number;
  /** Source; `null` if the attribute is derived from the dimension's date (`year`, `month`, …) or from its members. */
  readonly source: Source | null;
  /** Numbers are compared and sorted as numbers, texts by code point. */
  readonly type: "text" | "number";
  readonly facet: boolean;
  readonly endColumn: string | null;
  /** Its values by names of members, where the model file gives them; absent for any other. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
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
  /**
   * Attributes that only requests name: answers list them nowhere else. Of dates `UNLISTED_ATTRIBUTES`, of others the labels
   * in languages that the model file gives by names, which are searched, too; absent if there are none.
   */
  readonly unlisted?: readonly Attribute[] | undefined;
  /** The attribute whose value identifies a member: `name`, or an attribute dimension's only one. */
  readonly identity: Attribute;
  /** Rule that its members follow from; absent if they are read from rows. */
  readonly derivation?: Derivation | undefined;
  /** Labels of sources by id, if its members are the sources of entries; absent for any other. */
  readonly sources?: ReadonlyMap<number, string> | undefined;
  /** Rules for what a date is shown as; absent without any. */
  readonly calendar?: Calendar | undefined;
  /** Meaning of its members for figures; absent if the model says nothing of it. */
  readonly meaning?: Meaning | undefined;
  /** Corrections of its members, made when rows are loaded; absent without any. */
  readonly corrections?: MemberCorrections | undefined;
  /** The attribute with the labels of members in the language of the model; absent where it has none, or no language. */
  readonly spoken?: Attribute | undefined;
}

/**
 * Roles of dimensions. `direction`: revenue, expenditure. `phase`: proposed, approved, executed, of the same money.
 * `currency`: what the amounts are in. `geography`: places. `document`: sources, with the attributes `url` and `page`.
 */
export const DIMENSION_ROLES = ["direction", "phase", "currency", "geography", "document"] as const;

export type DimensionRole = (typeof DIMENSION_ROLES)[number];

/** Meaning of the members of a dimension for figures. */
export interface Meaning {
  readonly role: DimensionRole | null;
  /** Names of members in the order in which they follow one another; empty if the model gives none. */
  readonly order: readonly string[];
  /** False if sums of several members have no meaning. */
  readonly additive: boolean;
  /** Name of the member to show where no other is chosen; `null` for none. */
  readonly default: string | null;
}

/** Rules of a date dimension that touch no rows: attributes that it has in addition, and such as have no value. */
export interface Calendar {
  /** Adds the attributes `FISCAL_ATTRIBUTES`; `null` for none. */
  readonly fiscalYear: FiscalYear | null;
  /** Precision of the dates; `null` if they are days, or if it is not known. */
  readonly precision: "year" | "month" | null;
}

/** Beginning and name of a fiscal year. */
export interface FiscalYear {
  /** First day: `MM-DD`. */
  readonly starts: string;
  /** Calendar year that names it: that of its first day, of its last day, or both, as in `2009/10`. */
  readonly named: "start" | "end" | "both";
}

/** An attribute of a dimension from whose values the members of a derived dimension follow. */
export interface Derivation {
  readonly from: { readonly dimension: Dimension; readonly attribute: Attribute };
  readonly rule: DerivationRule;
  /** Labels of members by name; a member without one has its name as label. `null` if members have no labels. */
  readonly labels: ReadonlyMap<string, string> | null;
}

export type DerivationRule =
  /** The member's name for each value; other values have no member. */
  | { readonly by: "values"; readonly values: ReadonlyMap<string | number, string> }
  /** The first characters of a value, as Unicode code points; a shorter value stays whole. */
  | { readonly by: "prefix"; readonly length: number }
  /** The member's name for each value, from the entries of another dataset; empty until these are read. */
  | ({ readonly by: "through"; readonly values: ReadonlyMap<string | number, string> } & Through);

/** The dataset that a crosswalk is, and its dimension or attribute with the members that values are translated to. */
export interface Through {
  readonly dataset: string;
  readonly to: string;
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
  /** The phase that its amounts are of, where each phase has a column; absent if the model gives none. */
  readonly phase?: string | undefined;
  /** Unit of what it counts, such as `people`; absent for amounts of money. */
  readonly unit?: string | undefined;
}

export type Field = Dimension | Measure;

export interface View {
  readonly name: string;
  readonly label: string;
  readonly entity: string;
  /** Name of a dimension, or `dataset` for the whole dataset. */
  readonly dimension: string;
  /** `null` for a view that shows its cut as a whole. */
  readonly drilldown: string | null;
  /** Values of each cut, by reference. */
  readonly cuts: ReadonlyMap<string, readonly string[]>;
  /** Conditions on the members to which the view applies: `name`, `taxonomy` or an attribute, and its value. */
  readonly filters: ReadonlyMap<string, string>;
}

/** Kinds of notes. `break`: figures before and after cannot be compared. `provisional`: figures may still change. */
export const NOTE_KINDS = ["break", "provisional", "note"] as const;

export type NoteKind = (typeof NOTE_KINDS)[number];

/** A remark that belongs to all figures of some entries. */
export interface Note {
  /** Position in the model's list. */
  readonly id: number;
  readonly kind: NoteKind;
  readonly text: string;
  /** The cut whose entries it is about: they have one of the values of each attribute. At least one. */
  readonly on: readonly NoteCut[];
}

/** Values of an attribute that a note is about. */
export interface NoteCut {
  readonly dimension: string;
  readonly attribute: string;
  /** At least one. Values of number attributes are numbers. */
  readonly values: readonly (string | number)[];
}

/** Levels of which each divides the members of the one above. */
export interface Hierarchy {
  readonly name: string;
  readonly label: string;
  /** From the top; at least two. */
  readonly levels: readonly HierarchyLevel[];
}

/** A dimension or an attribute as a level of a hierarchy. */
export interface HierarchyLevel {
  /** Reference as written in the model. */
  readonly reference: string;
  readonly dimension: string;
  /** `null` for the whole dimension. */
  readonly attribute: string | null;
}

/** Ways to show the values of formulas. */
export const FORMULA_FORMATS = ["amount", "number", "percent"] as const;

export type FormulaFormat = (typeof FORMULA_FORMATS)[number];

/** A name for a term, which requests may write instead of it. */
export interface Formula {
  readonly name: string;
  /** The term, such as `executed/approved`. */
  readonly term: string;
  readonly label: string;
  readonly format: FormulaFormat | null;
}

export interface Licence {
  readonly name: string;
  readonly url: string | null;
}

export type Category = "budget" | "spending" | "other";

/** Publisher of the data. */
export interface Publisher {
  readonly name: string;
  readonly url: string | null;
}

/** Place to ask about the data: an e-mail address, a web address or both. */
export interface DataContact {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

/** Metadata that only catalogues of data show. */
export interface CatalogueMetadata {
  readonly publisher: Publisher | null;
  readonly contact: DataContact | null;
  readonly keywords: readonly string[];
  /** Codes of the European Union: `GOVE`. */
  readonly themes: readonly string[];
  /** Code of the European Union: `ANNUAL`. */
  readonly frequency: string | null;
}

/** Kinds of datasets that hold no money. `crosswalk`: codes and what they are translated to. `labels`: codes and their names. */
export const TABLE_KINDS = ["crosswalk", "labels"] as const;

export type TableKind = (typeof TABLE_KINDS)[number];

/**
 * Kinds of series. `index`: prices. `rate`: units of currencies for one unit of another. `stock`: what there is at a time,
 * such as people. `flow`: money in a time, such as GDP.
 */
export const SERIES_KINDS = ["index", "rate", "stock", "flow"] as const;

export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The meaning of a dataset by whose values the amounts of others are adjusted. */
export interface SeriesMeaning {
  readonly kind: SeriesKind;
  /** Currency whose units rates are for; `null` for that of the amounts. */
  readonly base: string | null;
  /** Number of units of the base that a rate is for. */
  readonly per: number;
  /** Currency of the dataset of rates, which may mean their base; absent or `null` if the model gives none. */
  readonly stated?: string | null;
}

/** Names of the series that amounts are adjusted by where a request names none. */
export interface SeriesReferences {
  readonly prices: string | null;
  readonly in: string | null;
  readonly per: readonly string[];
}

/** The dataset's metadata in a model file. `null` means unknown. */
export interface DatasetMetadata {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  /** Labels in other languages, by ISO 639-1 code; absent if there are none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Descriptions in other languages. */
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly currency: string | null;
  readonly category: Category | null;
  readonly defaultTime: string | null;
  readonly languages: readonly string[];
  readonly territories: readonly string[];
  readonly licence: Licence | null;
  /** Digital object identifier, as `10.5281/zenodo.1234`. */
  readonly doi: string | null;
  readonly serpTitle: string | null;
  readonly serpTeaser: string | null;
  /** Absent if the model gives nothing of it. */
  readonly catalogue?: CatalogueMetadata;
  /** Absent for datasets of money, and for series. */
  readonly kind?: TableKind;
  /** Absent unless it is a series. */
  readonly series?: SeriesMeaning;
}

export interface Model {
  readonly dataset: DatasetMetadata;
  /** Dimensions that are read from rows, in mapping order, then derived ones, in mapping order. */
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  /** Dimensions and measures together, in mapping order. */
  readonly fields: readonly Field[];
  /** The fields whose values form an entry's id, in the order of the id. */
  readonly key: readonly Field[];
  readonly views: readonly View[];
  readonly hierarchies: readonly Hierarchy[];
  readonly notes: readonly Note[];
  readonly formulas: readonly Formula[];
  readonly references: SeriesReferences;
  /** Encoding of sources that are not UTF-8; `null` for Windows-1252. */
  readonly encoding: string | null;
  /** Layout of a source file that does not describe itself: from its data package, or with the dates in the model. */
  readonly layout: SourceLayout | null;
  /** Rules by which the rows of a file become those that the model reads; `null` for none. */
  readonly table: TableRules | null;
  /** The model file as given; it is served to clients and read again at the next start. */
  readonly document: ModelDocument;
  /** The model with its texts as its file first gives them, if it was translated; absent for any other. */
  readonly original?: Model | undefined;
  /** The datasets that it unites; absent for the model of one dataset. */
  readonly united?: UnitedModels;
  /** Dimensions by further names, which requests about several datasets use; absent: none. */
  readonly aliases?: ReadonlyMap<string, Dimension>;
}

/** The models of several datasets that a request is about. */
export interface UnitedModels {
  /** In the order of the request. */
  readonly parts: readonly UnitedPart[];
  /** Reasons why fields of some datasets are no fields of the union, by name. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** The dimension whose members are the datasets. */
  readonly datasets: Dimension;
}

/** One of several datasets, and what the fields of their union mean in it. */
export interface UnitedPart {
  readonly name: string;
  readonly model: Model;
  /** The model with the dimensions under the names of the union, too. */
  readonly named: Model;
  readonly dimensionOf: ReadonlyMap<Dimension, Dimension>;
  readonly measureOf: ReadonlyMap<Measure, Measure>;
}

/** A model file as JSON. Its keys are arbitrary: read them only with `Object.entries` or `Object.hasOwn`. */
export interface ModelDocument {
  readonly dataset: Readonly<Record<string, unknown>>;
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly views?: readonly unknown[];
  readonly hierarchies?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly unknown[];
  readonly formulas?: Readonly<Record<string, unknown>>;
  readonly references?: Readonly<Record<string, unknown>>;
}

/** Attributes of every date dimension, in order; `name` is `YYYY-MM-DD`. */
export const DATE_ATTRIBUTES = ["name", "label", "year", "quarter", "month", "week", "day", "yearmonth"] as const;

/** Attributes that a date dimension with a fiscal year has after `DATE_ATTRIBUTES`. */
export const FISCAL_ATTRIBUTES = ["fiscal_year", "fiscal_quarter"] as const;

/** Attributes of every date dimension that are computed from its name, behind all others: the year that a week belongs to. */
export const UNLISTED_ATTRIBUTES = ["weekyear"] as const;
