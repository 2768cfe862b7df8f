import { Decimal as DecimalType, Field, Utf8 } from "apache-arrow";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { amountData, type ArrowColumn, MAX_DECIMAL_DIGITS, textData } from "../formats/arrow-data.js";

/** Form of a column in which no amount loses a digit. */
export type SumForm = "double" | "text" | DecimalType;

/** From this size on, the shortest text of a double may be another decimal. */
const ROUNDED = 10 ** 15;

/** Check whether every sum of some entries is below what a double may change. @param mostDigits of one of their amounts */
export function fitDoubles(mostDigits: number, numEntries: number): boolean {
  return mostDigits + String(numEntries).length < String(ROUNDED).length;
}

/** Find the form of each column by the amounts of all batches. Cost: one pass. @param amountsOf those of each column */
export async function findForms<C>(
  batches: AsyncIterable<C>,
  amountsOf: (cells: C) => readonly Amounts[],
): Promise<readonly SumForm[]> {
  const forms: SumForm[] = [];
  for await (const cells of batches) {
    amountsOf(cells).forEach(({ unscaled, scale }, at) => {
      forms[at] ??= "double";
      if (scale !== null)
        for (let row = 0; row < unscaled.length; row++) forms[at] = widen(forms[at]!, unscaled[row]!, scale);
    });
  }
  return forms;
}

/** Amounts of a column in units of 10^-`scale`; `null` for figures that are no decimals. */
export interface Amounts {
  readonly unscaled: ArrayLike<number | bigint>;
  readonly scale: number | null;
}

function widen(form: SumForm, amount: number | bigint, scale: number): SumForm {
  if ((amount < ROUNDED && amount > -ROUNDED) || form === "text") return form;
  const digits = Math.max(scale, String(BigInt(amount)).replace("-", "").length);
  if (digits > MAX_DECIMAL_DIGITS) return "text";
  return form === "double" ? new DecimalType(scale, MAX_DECIMAL_DIGITS, 128) : form;
}

/** Plan a column of decimals, or of their texts. */
export function planDecimals<C extends { readonly length: number }>(
  name: string,
  form: Exclude<SumForm, "double">,
  isNullable: boolean,
  read: (cells: C, row: number) => Decimal | null,
): ArrowColumn<C> {
  return {
    field: new Field(name, form === "text" ? new Utf8() : form, isNullable),
    makeData: (cells) => {
      const amounts = Array.from({ length: cells.length }, (_, row) => read(cells, row));
      return form === "text" ? textData(amounts.map((each) => each && decimalText(each))) : amountData(amounts, form);
    },
  };
}
