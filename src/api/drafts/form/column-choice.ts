import { fieldNameOf } from "../../../analysis/name-fields.js";

/** What a column may be. `amount` and `time` are those that every model has. */
export const ROLES = ["none", "amount", "measure", "time", "date", "dimension", "code", "label", "attribute"] as const;

export type Role = (typeof ROLES)[number];

/** What a column of the table is. One that a model reads twice has two of these. */
export interface ColumnChoice {
  /** Its heading. */
  readonly column: string;
  readonly role: Role;
  /** Of its field; of an attribute, `dimension.attribute`. */
  readonly name: string;
  /** Of its field. */
  readonly label: string;
  /** How its cells are written, as `cell-format` has it. */
  readonly format: string;
  readonly isFacet: boolean;
  readonly isKey: boolean;
}

/** Where a column comes in the model; `attribute` is `null` for a field that is no compound dimension. */
export interface ColumnPlace {
  readonly field: string;
  readonly attribute: string | null;
}

/** @returns `null` for a column that is left out */
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
    case "attribute": {
      const dot = name.indexOf(".");
      return dot < 0 ? { field: name, attribute: "" } : { field: name.slice(0, dot), attribute: name.slice(dot + 1) };
    }
  }
}

/** Whether a column speaks for its field: its label and whether it is a facet or part of the key are said there. */
export function isLeader(columns: readonly ColumnChoice[], choice: ColumnChoice): boolean {
  if (choice.role === "attribute") return false;
  return choice.role !== "label" || !columns.some(({ role, name }) => role === "code" && name === choice.name);
}

/** Choices without what is not asked for in their roles: then the same choice is the same, however it came about. */
export function tidyChoices(columns: readonly ColumnChoice[]): readonly ColumnChoice[] {
  return columns.map((choice) => {
    const { role, name, column } = choice;
    const isFixed = role === "amount" || role === "time";
    const named = {
      ...choice,
      name: isFixed ? role : name === "" && role !== "attribute" ? fieldNameOf(column) : name,
    };
    if (isLeader(columns, choice)) return named;
    return { ...named, label: "", isKey: false, isFacet: role === "attribute" && choice.isFacet };
  });
}
