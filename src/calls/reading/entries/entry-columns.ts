import { memberValue } from "../describe/describe-member.js";
import type { Entry } from "../../../core/engine/entry.js";
import type { Attribute, Dimension, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Decimal } from "../../../core/model/values/decimal.js";

/** A column of flattened entries: an attribute of a dimension, or a measure. */
export type EntryColumn = AttributeColumn | AmountColumn;

export interface AttributeColumn {
  readonly name: string;
  readonly type: "text" | "number";
  readonly dimension: Dimension;
  readonly attribute: Attribute;
  readonly valueOf: (entry: Entry) => Value;
}

export interface AmountColumn {
  readonly name: string;
  readonly type: "amount";
  /** Position in `model.measures`. */
  readonly measure: number;
  readonly valueOf: (entry: Entry) => Decimal;
}

/** Plan a column for every attribute and measure in mapping order: `region`, `from.name`, `from.label`, `amount`, … */
export function planEntryColumns(model: Model): readonly EntryColumn[] {
  return model.fields.flatMap((field): EntryColumn[] => {
    if (field.kind === "measure") {
      const { name, index } = field;
      return [{ name, type: "amount", measure: index, valueOf: ({ amounts }) => amounts[index]! }];
    }
    return field.attributes.map((attribute) => ({
      name: field.kind === "attribute" ? field.name : `${field.name}.${attribute.name}`,
      type: attribute.type,
      dimension: field,
      attribute,
      valueOf: ({ members }) => memberValue(field, attribute, members[field.index]),
    }));
  });
}
