import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import type { LayoutColumn } from "../../core/model/layout.js";
import { error } from "../../core/model/parse/section.js";
import type { Package, PackageResource, TableField } from "./package.js";

/** A dataset drafted from a package, before it becomes a model. */
export interface PackageDraft {
  readonly fields: readonly DraftField[];
  readonly tables: readonly Table[];
  readonly currency: string | null;
  readonly category: string | null;
  /** Hierarchies of the model by name; absent without any. */
  readonly hierarchies?: DraftHierarchies;
  /** Sentences about problems that do not prevent loading. */
  readonly warnings: readonly string[];
}

/** Hierarchies by name, with the names of their fields from the top. */
export type DraftHierarchies = Readonly<Record<string, { readonly label: string; readonly levels: readonly string[] }>>;

/** Fields of the model and the hierarchies that they form. */
export interface DraftedFields {
  readonly fields: readonly DraftField[];
  readonly hierarchies: DraftHierarchies;
}

/** A field of the model. */
export interface DraftField {
  readonly name: string;
  /** Definition in the model's mapping. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** The column that holds its members' keys, or its amounts; `null` if there is no single one. */
  readonly column: string | null;
  /** Returns the columns of this field that a table has under another name, or that are derived. */
  readonly from: (table: Table) => readonly LayoutColumn[];
}

/** A table of the dataset: the rows of one resource. */
export interface Table {
  readonly resource: PackageResource;
  /** Factors that multiply numbers, by column of the model. */
  readonly factors: Readonly<Record<string, string>>;
  /** The column of amounts that this table stands for, if its resource is split into several tables; else `null`. */
  readonly part: TablePart | null;
}

export interface TablePart {
  readonly amount: TableField;
  /** Constant values, by name of the extra field. */
  readonly constants: ReadonlyMap<string, string>;
}

/** Return a resource as one table. */
export function wholeTable(resource: PackageResource): Table {
  return { resource, factors: {}, part: null };
}

/** Find a field of a resource by its names, tried in order. Case is ignored, but an exact match is preferred. */
export function findTableField({ fields }: PackageResource, ...names: readonly string[]): TableField | undefined {
  for (const name of names) {
    const lower = name.toLowerCase();
    const found = fields.find((field) => field.name === name) ?? fields.find((field) => lower === lowerName(field));
    if (found) return found;
  }
  return undefined;
}

export function lowerName({ name }: TableField): string {
  return name.toLowerCase();
}

/** Return the layout of a model's column: none if the table has that name, a renamed column, or a constant empty one. */
export function columnFrom(name: string, field: TableField | undefined): readonly LayoutColumn[] {
  if (!field) return [{ name, kind: "constant", value: "" }];
  return field.name === name ? [] : [{ name, kind: "column", column: field.name }];
}

/** Draft an attribute dimension of one column. */
export function attributeField(name: string, field: TableField, rest: object = {}): DraftField {
  return {
    name,
    definition: { type: "attribute", ...describeField(field), column: field.name, default_value: "", ...rest },
    column: field.name,
    from: ({ resource }) => columnFrom(field.name, findTableField(resource, field.name)),
  };
}

/** Return the label and description of a column, for a definition. */
export function describeField(field: TableField): Readonly<Record<string, unknown>> {
  const { title, name, description } = field;
  return { label: title ?? name, ...(description === null ? {} : { description }) };
}

/** Return the number format of a column, for a definition. */
export function numberForm({ decimal, thousands }: TableField): Readonly<Record<string, unknown>> {
  return { ...(decimal === null ? {} : { decimal }), ...(thousands === null ? {} : { thousands }) };
}

/** Return the date format of a column, for a definition. */
export function dateForm({ format }: TableField): Readonly<Record<string, unknown>> {
  return format === null ? {} : { format };
}

/** Report columns of one field of the dataset whose number or date formats differ. */
export function requireSameForm(fields: readonly TableField[]): void {
  const [first, ...others] = fields;
  for (const other of others) {
    for (const [key, form] of FORMS) {
      if (other[form] === first![form]) continue;
      const remedy = phraseText("use_same_format");
      error(
        other.section,
        key,
        errorText("resource_format_differs", {
          path: first!.section.path,
          first: JSON.stringify(first![form]),
          remedy,
        }),
      );
    }
  }
}

const FORMS = [
  ["format", "format"],
  ["decimalChar", "decimal"],
  ["groupChar", "thousands"],
] as const;

/** Return the columns of all tables, one per name ignoring case, in the order of first appearance. */
export function unionOf(resources: readonly PackageResource[]): readonly TableField[] {
  const union = new Map<string, TableField>();
  for (const field of resources.flatMap(({ fields }) => fields)) {
    if (!union.has(lowerName(field))) union.set(lowerName(field), field);
  }
  return [...union.values()];
}

/** Phrase of why a resource is left out. */
type LeftOutReason = "no_field_of_amount" | "not_a_budget" | "no_column_of_value" | "lacks_mapped_columns";

/** Return a warning for each resource that is not a table of the dataset, with the reason. */
export function warnOfOthers(pack: Package, tables: readonly PackageResource[], why: LeftOutReason): readonly string[] {
  const others = pack.resources.filter((resource) => !tables.includes(resource));
  return others.map(
    ({ section, name }) => `${section.path}: ${errorText("resource_left_out", { name, reason: phraseText(why) })}`,
  );
}
