import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { html, type Html } from "./html.js";
import type { AmountFormat, Money } from "./numbers.js";

/** Write an amount in few digits; the tooltip has all of them. */
export function shortAmount(money: Money, amount: Decimal): Html {
  return withExact(money, amount, money.short(amount));
}

/** Write an amount in the format of its column; the tooltip has all digits. */
export function columnAmount(money: Money, column: AmountFormat, amount: Decimal): Html {
  return withExact(money, amount, column.format(amount));
}

function withExact(money: Money, amount: Decimal, shown: string): Html {
  const exact = money.exact(amount);
  return shown === exact ? html`${shown}` : html`<data value="${decimalText(amount)}" title="${exact}">${shown}</data>`;
}
