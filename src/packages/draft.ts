import type { LayoutColumn } from "../model/layout.js";
import { error } from "../model/parse/section.js";
import type { Package, PackageResource, TableField } from "./package.js";

/** How a package becomes a dataset, before that is put into the form of a model. */
export interface PackageDraft {
  readonly fields: readonly DraftField[];
  readonly tables: readonly Table[];
  readonly currency: string | null;
  readonly category: string | null;
  /** Sentences about what had better be different and does no harm. */
  readonly warnings: readonly string[];
}

/** A field of the model. */
export interface DraftField {
  readonly name: string;
  /** In the model's mapping. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** The column whose values tell its members, or its amounts, apart; `null` where that is no single column. */
  readonly column: string | null;
  /** Those of its columns that a table has under another name, or that are made for it. */
  readonly from: (table: Table) => readonly LayoutColumn[];
}

/** Rows of a dataset: those of one resource. */
export interface Table {
  readonly resource: PackageResource;
  /** By what the numbers of a column of the model are multiplied. */
  readonly factors: Readonly<Record<string, string>>;
  /** What tells it from other tables of the same resource, where there are several: columns that hold the amounts. */
  readonly part: TablePart | null;
}

export interface TablePart {
  readonly amount: TableField;
  /** By name of an extra field. */
  readonly constants: ReadonlyMap<string, string>;
}

/** A resource as the table that it is. */
export function wholeTable(resource: PackageResource): Table {
  return { resource, factors: {}, part: null };
}

/** A field of a resource by one of its names, whatever the letter case. */
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

/** A column of the model that a table has under this name or another, or not at all: then nothing is in it. */
export function columnFrom(name: string, field: TableField | undefined): readonly LayoutColumn[] {
  if (!field) return [{ name, kind: "constant", value: "" }];
  return field.name === name ? [] : [{ name, kind: "column", column: field.name }];
}

/** An attribute dimension of one column. */
export function attributeField(name: string, field: TableField, rest: object = {}): DraftField {
  return {
    name,
    definition: { type: "attribute", ...describeField(field), column: field.name, default_value: "", ...rest },
    column: field.name,
    from: ({ resource }) => columnFrom(field.name, findTableField(resource, field.name)),
  };
}

/** Label and description of a column. */
export function describeField(field: TableField): Readonly<Record<string, unknown>> {
  const { title, name, description } = field;
  return { label: title ?? name, ...(description === null ? {} : { description }) };
}

/** How the numbers of a column are written. */
export function numberForm({ decimal, thousands }: TableField): Readonly<Record<string, unknown>> {
  return { ...(decimal === null ? {} : { decimal }), ...(thousands === null ? {} : { thousands }) };
}

/** How the dates of a column are written. */
export function dateForm({ format }: TableField): Readonly<Record<string, unknown>> {
  return format === null ? {} : { format };
}

/** Report where the numbers or dates of one field of the dataset are written in different ways. */
export function requireSameForm(fields: readonly TableField[]): void {
  const [first, ...others] = fields;
  for (const other of others) {
    for (const [key, form] of FORMS) {
      if (other[form] === first![form]) continue;
      const remedy = `what becomes one field is written in one way in all resources, or loaded as two packages`;
      error(other.section, key, `is not as in ${first!.section.path} (${JSON.stringify(first![form])}); ${remedy}`);
    }
  }
}

const FORMS = [
  ["format", "format"],
  ["decimalChar", "decimal"],
  ["groupChar", "thousands"],
] as const;

/** The columns of all tables by their names, letter case aside, in the order in which they first come. */
export function unionOf(resources: readonly PackageResource[]): readonly TableField[] {
  const union = new Map<string, TableField>();
  for (const field of resources.flatMap(({ fields }) => fields)) {
    if (!union.has(lowerName(field))) union.set(lowerName(field), field);
  }
  return [...union.values()];
}

/** Say which resources are no tables of the dataset, and why. */
export function warnOfOthers(pack: Package, tables: readonly PackageResource[], why: string): readonly string[] {
  const others = pack.resources.filter((resource) => !tables.includes(resource));
  return others.map(({ section, name }) => `${section.path}: "${name}" ${why}; it is left out`);
}
