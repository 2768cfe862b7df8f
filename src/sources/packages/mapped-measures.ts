import { errorText } from "../../core/errors/error-text.js";
import { isError } from "../../core/model/values/value.js";
import { parseDecimal, PLAIN_NUMBERS } from "../../core/model/values/numbers.js";
import { error, filledTextAt, given, quoted, scalarText, type Section } from "../../core/model/parse/section.js";
import {
  columnFrom,
  describeField,
  type DraftField,
  findTableField,
  numberForm,
  requireSameForm,
  type Table,
} from "./draft.js";
import type { FieldNames } from "./field-names.js";
import { entriesAt } from "./mapping-entries.js";
import type { PackageResource, TableField } from "./package.js";

/** A measure of a Fiscal Data Package up to version 0.3. */
export interface MappedMeasure {
  readonly section: Section;
  readonly name: string;
  /** The column. */
  readonly source: MappedSource;
  /** Factor that multiplies its numbers; `null` for 1. */
  readonly factor: string | null;
}

export interface MappedSource {
  readonly section: Section;
  readonly name: string;
}

/** Read the measures of a mapping. If one is called `amount`, it comes first. */
export function readMeasures(mapping: Section): readonly MappedMeasure[] {
  const measures = entriesAt(mapping, "measures").flatMap(({ name, section }): MappedMeasure[] => {
    const source = filledTextAt(section, "source")?.trim();
    if (source === undefined) {
      if (typeof (given(section, "source") ?? "") === "string") {
        error(section, "source", "is missing; write the name of the field that holds the amounts");
      }
      return [];
    }
    return [{ section, name, source: { section, name: source }, factor: readFactor(section) }];
  });
  if (measures.length === 0 && given(mapping, "measures") === undefined) {
    error(mapping, "measures", 'is missing; write { "amount": { "source": … } }');
  }
  return measures.toSorted((a, b) => Number(b.name === "amount") - Number(a.name === "amount"));
}

/** Up to 15 digits before the decimal point, for large units such as billions, and 9 after it, for small ones. */
const FACTOR = /^\d{1,15}(?:\.\d{1,9})?$/;

function readFactor(section: Section): string | null {
  const value = given(section, "factor");
  if (value === undefined) return null;
  const text = (scalarText(value) ?? "").trim();
  const factor = FACTOR.test(text) ? parseDecimal(text, PLAIN_NUMBERS) : { error: "" };
  if (isError(factor) || factor.unscaled === 0n) {
    error(section, "factor", errorText("not_valid_factor", { value: quoted(value) }));
    return null;
  }
  return Number(text) === 1 ? null : text;
}

/** Draft the measures; the first becomes the amount of the dataset. */
export function draftMeasures(
  measures: readonly MappedMeasure[],
  tables: readonly PackageResource[],
  names: FieldNames,
): readonly DraftField[] {
  return measures.flatMap(({ section, name, source }, at) => {
    const fields = tables.flatMap((table) => findTableField(table, source.name) ?? []);
    const [field] = fields;
    if (!field) return [];
    requireSameForm(fields);
    const title = filledTextAt(section, "title") ?? (at === 0 && name !== "amount" ? name : undefined);
    return [measureField(names.take(at === 0 ? "amount" : name, "measure"), field, title)];
  });
}

/** Draft a measure of one column. */
function measureField(name: string, field: TableField, title?: string): DraftField {
  const described = { ...describeField(field), ...(title === undefined ? {} : { label: title }) };
  return {
    name,
    definition: { type: "measure", ...described, column: field.name, datatype: "float", ...numberForm(field) },
    column: field.name,
    from: ({ resource }: Table) => columnFrom(field.name, findTableField(resource, field.name)),
  };
}
