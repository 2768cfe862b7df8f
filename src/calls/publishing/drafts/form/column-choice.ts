import type { ColumnPlace } from "../../../../sources/analysis/column-uses.js";
import { fieldNameOf } from "../../../../sources/analysis/name-fields.js";

/** The roles that a column may have. Every model has `amount` and `time`. */
export const ROLES = [
  "none",
  "amount",
  "measure",
  "time",
  "date",
  "dimension",
  "code",
  "label",
  "translation",
  "attribute",
] as const;

export type Role = (typeof ROLES)[number];

/** The role and format of a column of the table. A column that a model reads twice has two choices. */
export interface ColumnChoice {
  /** Heading of the column. */
  readonly column: string;
  readonly role: Role;
  /** Name of its field; for an attribute, `dimension.attribute`; for a label in a language, `dimension.fr`. */
  readonly name: string;
  /** Label of its field. */
  readonly label: string;
  /** Notation of its cells: a `FormatCode`. */
  readonly format: string;
  /** Stands for an empty cell; empty for nothing. Absent in forms of earlier versions. */
  readonly empty?: string;
  readonly isFacet: boolean;
  readonly isKey: boolean;
}

/** Return the place of a column in the model, or `null` for a column that is left out. */
export function columnPlaceOf({ role, name }: Pick<ColumnChoice, "role" | "name">): ColumnPlace | null {
  switch (role) {
    case "none":
      return null;
    case "amount":
    case "time":
      return { field: role, attribute: null };
    case "measure":
    case "date":
    case "dimension":
      return { field: name, attribute: null };
    case "code":
      return { field: name, attribute: "name" };
    case "label":
      return { field: name, attribute: "label" };
    case "translation":
    case "attribute": {
      const dot = name.indexOf(".");
      if (dot < 0) return { field: name, attribute: "" };
      const part = name.slice(dot + 1);
      const attribute = role === "translation" && part !== "" ? `label_${part.toLowerCase()}` : part;
      return { field: name.slice(0, dot), attribute };
    }
  }
}

/** True if this column's choice decides the label of its field, and whether the field is a facet or part of the key. */
export function isLeader(columns: readonly ColumnChoice[], choice: ColumnChoice): boolean {
  if (isPart(choice.role)) return false;
  return choice.role !== "label" || !columns.some(({ role, name }) => role === "code" && name === choice.name);
}

/** True for a role whose name is that of a dimension and of a part of it. */
export function isPart(role: Role): boolean {
  return role === "attribute" || role === "translation";
}

/** Normalize choices: drop the values that their roles do not use, so that equal choices compare equal. */
export function tidyChoices(columns: readonly ColumnChoice[]): readonly ColumnChoice[] {
  return columns.map((choice) => {
    const { role, name, column } = choice;
    const isFixed = role === "amount" || role === "time";
    const named = {
      ...choice,
      name: isFixed ? role : name === "" && !isPart(role) ? fieldNameOf(column) : name,
    };
    if (isLeader(columns, choice)) return named;
    return { ...named, label: "", isKey: false, isFacet: role === "attribute" && choice.isFacet };
  });
}
