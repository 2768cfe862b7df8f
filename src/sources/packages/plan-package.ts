import { errorText } from "../../core/errors/error-text.js";
import { InvalidModel } from "../../core/errors/errors.js";
import { type Address, knownAs } from "../ingest/fetch/address.js";
import { addressWithin, nameWithin, type PackageArchive } from "./archived-package.js";
import type { Model } from "../../core/model/cube.js";
import { parseModel } from "../../core/model/parse/parse.js";
import { isObject } from "../../core/model/parse/section.js";
import { packageMetadata } from "./describe-dataset.js";
import { type PackageDraft, type Table, wholeTable } from "./draft.js";
import { layoutOf } from "./layout-of.js";
import { findModel, type PackagedModel } from "./model-in-package.js";
import type { Package, PackageResource } from "./package.js";
import { isBudgetTable, planBudget } from "./plan-budget.js";
import { isConceptTable, planConcepts } from "./plan-concepts.js";
import { mappingOf, planMapping } from "./plan-mapping.js";
import { amountOf, planTable } from "./plan-table.js";
import { readDescriptor } from "./read-descriptor.js";

/** The plan of loading a package: the dataset's model and its sources. */
export interface PackagePlan {
  /** Model of the dataset. */
  readonly model: Model;
  /** Sources in the order of the package, each loaded separately. */
  readonly sources: readonly PackageSource[];
  /** Sentences about problems that do not prevent loading. */
  readonly warnings: readonly string[];
}

export interface PackageSource {
  /** Identifies the source: its URL, or the absolute path of a local file. */
  readonly url: string;
  readonly address: Address;
  /** Model for its rows: the dataset's model with the layout of this file. */
  readonly model: Model;
}

/**
 * Plan how a data package becomes a dataset: a budget data package, a Fiscal Data Package or a plain tabular one.
 * @param descriptor a parsed `datapackage.json`
 * @param base address of the descriptor; paths are relative to it
 * @throws InvalidModel with every error and its place in the descriptor
 */
export function planPackage(descriptor: unknown, base: Address): PackagePlan {
  return plan(descriptor, base, null);
}

/**
 * Plan how a data package within a ZIP archive becomes a dataset. Its model names the file of the table as its sheet.
 * @throws InvalidModel with every error, also if the archive has tables in several files
 */
export function planArchive(descriptor: unknown, archive: PackageArchive): PackagePlan {
  return plan(descriptor, addressWithin(archive), archive);
}

function plan(descriptor: unknown, base: Address, archive: PackageArchive | null): PackagePlan {
  const pack = readDescriptor(descriptor, base);
  const own = findModel(pack);
  if (own) return planModel(pack, own, archive);
  const draft = draftPackage(pack);
  if (!draft) throw refusal(pack, pack.resources);
  const { fields, tables, warnings } = draft;
  const used = tables.map(({ resource }) => resource);
  const sheet = archive && findSheet(pack, used, archive);
  if (errorsOf(pack, used).length > 0) throw refusal(pack, used);
  const layouts = tables.flatMap((table) =>
    table.resource.addresses.map((address, part) => ({
      table,
      address: archive?.address ?? address,
      layout: layoutOf(table, part, fields),
    })),
  );
  const timeColumn = fields.find(({ name }) => name === "time")!.column;
  const times = layouts.flatMap(({ layout }) =>
    layout.columns.flatMap((column) => (column.name === timeColumn && column.kind === "constant" ? column.value : [])),
  );
  const dataset = packageMetadata(pack, draft, times);
  if (errorsOf(pack, used).length > 0) throw refusal(pack, used);
  const mapping = Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));
  const { hierarchies = {} } = draft;
  const hasAny = Object.keys(hierarchies).length > 0;
  // Tables of packages have rows for totals, too.
  const table = { ...(sheet === null ? {} : { sheet }), leave_out: [{ sums: true }] };
  const located = { ...dataset, table };
  const parsed = parseModel({ dataset: located, mapping, ...(hasAny && { hierarchies }) });
  return {
    model: parsed.model,
    warnings: [...warnings, ...parsed.warnings],
    sources: layouts.map(({ table, address, layout }) => ({
      url: urlOf(table, address),
      address,
      model: { ...parsed.model, layout },
    })),
  };
}

/** Plan a package that brings the model of its table along: nothing is inferred, and entries keep their ids. */
function planModel(pack: Package, { document, resource }: PackagedModel, archive: PackageArchive | null): PackagePlan {
  const sheet = archive && findSheet(pack, [resource], archive);
  if (errorsOf(pack, [resource]).length > 0) throw refusal(pack, [resource]);
  const table = wholeTable(resource);
  const { model, warnings } = parseModel(sheet === null ? document : withSheet(document, sheet));
  const sources = resource.addresses.map((address, part) => ({
    url: urlOf(table, archive?.address ?? address),
    address: archive?.address ?? address,
    model: { ...model, layout: layoutOf(table, part, []) },
  }));
  return { model, warnings, sources };
}

/** Name the file of an archive in a model. */
function withSheet(document: unknown, sheet: string): unknown {
  if (!isObject(document) || !isObject(document.dataset)) return document;
  return { ...document, dataset: { ...document.dataset, table: { sheet } } };
}

/** Find the file of an archive that has all tables. @returns `null`, with an error in the package's section, if there is none */
function findSheet({ section }: Package, used: readonly PackageResource[], { names }: PackageArchive): string | null {
  const files = [...new Set(used.flatMap(({ addresses }) => addresses.map(nameWithin)))];
  const [file = null] = files;
  if (files.length > 1 || (file === null && used.some(({ addresses }) => addresses.length > 0))) {
    section.errors.push(`resources: ${errorText("tables_in_several_files")}`);
    return null;
  }
  if (file !== null && !names.includes(file)) {
    section.errors.push(`resources: ${errorText("archive_has_no_file", { file: JSON.stringify(file) })}`);
  }
  return file;
}

/** Plan by kind of package. @returns `null`, with an error in the package's section, if it is of no known kind */
function draftPackage(pack: Package): PackageDraft | null {
  const { section, resources } = pack;
  const mapping = mappingOf(pack);
  if (mapping) return planMapping(pack, mapping);
  if (resources.some(isConceptTable)) return planConcepts(pack);
  if (resources.some(isBudgetTable)) return planBudget(pack);
  if (resources.some(amountOf)) return planTable(pack);
  if (resources.length > 0) {
    section.errors.push(`resources: ${errorText("no_table_of_amounts")}`);
  }
  return null;
}

function refusal(pack: Package, used: readonly PackageResource[]): InvalidModel {
  return new InvalidModel(errorsOf(pack, used).slice(0, MAX_ERRORS));
}

const MAX_ERRORS = 1000;

function errorsOf({ section }: Package, used: readonly PackageResource[]): readonly string[] {
  return [...new Set([...section.errors, ...used.flatMap(({ section }) => section.errors)])];
}

/** Return a table's URL. If a file has several tables, the fragment names their column; it is not sent to servers. */
function urlOf({ part }: Table, address: Address): string {
  const url = knownAs(address);
  return part ? `${url}#${encodeURIComponent(part.amount.name)}` : url;
}
