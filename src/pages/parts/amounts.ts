import { html, type Html } from "./html.js";
import type { AmountFormat, Money } from "./numbers.js";

/** Write an amount in few digits; the tooltip has all of them. */
export function shortAmount(money: Money, n: number): Html {
  return withExact(money, n, money.short(n));
}

/** Write an amount in the format of its column; the tooltip has all digits. */
export function columnAmount(money: Money, column: AmountFormat, n: number): Html {
  return withExact(money, n, column.format(n));
}

function withExact(money: Money, n: number, shown: string): Html {
  const exact = money.exact(n);
  return shown === exact ? html`${shown}` : html`<data value="${n}" title="${exact}">${shown}</data>`;
}
