import { html, type Html } from "./html.js";
import type { AmountFormat, Money } from "./numbers.js";

/** An amount in few digits, with all of them at hand. */
export function shortAmount(money: Money, n: number): Html {
  return withExact(money, n, money.short(n));
}

/** An amount in a column. */
export function columnAmount(money: Money, column: AmountFormat, n: number): Html {
  return withExact(money, n, column.format(n));
}

function withExact(money: Money, n: number, shown: string): Html {
  const exact = money.exact(n);
  return shown === exact ? html`${shown}` : html`<data value="${n}" title="${exact}">${shown}</data>`;
}
