import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";

/** One row of a source, parsed into values. */
export interface SourceRow {
  /** Number of its record in the source; absent for entries that come from no file. */
  readonly row?: number;
  /**
   * A tuple for each of `model.dimensions`, with a value for each attribute; all values are `null` if the member is
   * missing. Texts are well-formed Unicode, without lone surrogates. Equal tuples are often the same object.
   */
  readonly members: readonly (readonly Value[])[];
  /** One for each of `model.measures`. None is missing, because a cell without an amount is an error. */
  readonly amounts: readonly Decimal[];
}

/** A row with an id of its own, which may be another than that of its key. */
export interface EntryInput extends SourceRow {
  /** 40 hexadecimal digits. */
  readonly id: string;
}
