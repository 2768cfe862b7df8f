import { currencyCode } from "./codes.js";

/**
 * Names of currencies beside amounts and in headings, as they are written, and the ISO 4217 code that each means; `null`
 * if several currencies share the name.
 */
const CURRENCIES: ReadonlyMap<string, string | null> = new Map([
  ...named("EUR", "€", "Euro", "Euros", "euro", "euros", "eur", "ευρώ", "евро"),
  ...named("USD", "$", "US$", "$US", "U$S", "USD$"),
  ...named("GBP", "£", "GB£"),
  ...named("JPY", "¥", "￥", "円"),
  ...named("CNY", "元", "人民币", "RMB", "CN¥"),
  ...named("BRL", "R$", "reais", "Reais"),
  ...named("CAD", "C$", "CA$", "Can$"),
  ...named("AUD", "A$", "AU$"),
  ...named("NZD", "NZ$"),
  ...named("HKD", "HK$"),
  ...named("TWD", "NT$"),
  ...named("SGD", "S$"),
  ...named("MXN", "MX$", "Mex$"),
  ...named("ARS", "AR$"),
  ...named("CLP", "CLP$"),
  ...named("COP", "COL$"),
  ...named("HRK", "kn", "Kn", "kuna"),
  ...named("PLN", "zł", "zl", "Zł", "PLN"),
  ...named("CZK", "Kč", "Kc", "kč"),
  ...named("SKK", "Sk"),
  ...named("HUF", "Ft", "ft", "forint"),
  ...named("BGN", "лв", "лв.", "lv"),
  ...named("RON", "lei", "Lei", "leu"),
  ...named("RSD", "din", "din.", "дин", "дин."),
  ...named("BAM", "KM", "КМ"),
  ...named("MKD", "ден", "ден."),
  ...named("ALL", "lekë", "Lekë", "lek", "Lek"),
  ...named("TRY", "₺", "TL", "YTL"),
  ...named("RUB", "₽", "руб", "руб.", "р."),
  ...named("UAH", "₴", "грн", "грн."),
  ...named("BYN", "Br"),
  ...named("KZT", "₸", "тг"),
  ...named("KGS", "сом"),
  ...named("GEL", "₾", "ლარი"),
  ...named("AMD", "֏", "դրամ"),
  ...named("AZN", "₼"),
  ...named("ISK", "Íkr"),
  ...named("CHF", "Fr.", "SFr.", "sFr.", "SFr"),
  ...named("ILS", "₪", 'ש"ח'),
  ...named("INR", "₹", "Rs.", "Rs"),
  ...named("KRW", "₩", "원"),
  ...named("VND", "₫"),
  ...named("THB", "฿", "บาท"),
  ...named("IDR", "Rp", "Rp."),
  ...named("MYR", "RM"),
  ...named("PHP", "₱"),
  ...named("NGN", "₦"),
  ...named("GHS", "GH₵", "₵"),
  ...named("KES", "KSh", "Ksh"),
  ...named("PEN", "S/", "S/."),
  ...named("PYG", "₲", "Gs."),
  ...named("CRC", "₡"),
  ...named("MNT", "₮"),
  ...named("LTL", "Lt"),
  ...named("LVL", "Ls"),
  // Danish, Norwegian, Swedish, Icelandic, and Czech where its accent is lost.
  ["kr", null],
  ["kr.", null],
  ["Kr", null],
  ["Kr.", null],
]);

function named(code: string, ...names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [name, code]);
}

/** True for the name of a currency, or an ISO 4217 code in capitals. */
export function isCurrency(name: string): boolean {
  return CURRENCIES.has(name) || (/^[A-Z]{3}$/.test(name) && "code" in currencyCode(name));
}

/** Return the code of a currency's name or code; `null` if it is none, or stands for several. */
export function codeOfCurrency(name: string): string | null {
  const known = CURRENCIES.get(name);
  if (known !== undefined) return known;
  return isCurrency(name) ? name : null;
}

const ANY_NAME = [...CURRENCIES.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
  .join("|");

/** The name of a currency, as a part of a pattern. */
export const CURRENCY_PATTERN = `[A-Z]{3}|${ANY_NAME}`;

const BESIDE = new RegExp(
  `^\\s*[-+(\u2212]?\\s*(${CURRENCY_PATTERN})\\s*[-+(\u2212]?\\s*[\\d.,]|\\d[.,]?[-)\u2212]?\\s*(${CURRENCY_PATTERN})\\s*[-)\u2212]?\\s*$`,
  "u",
);

/** Return the name of the currency before or after a number, as it is written; `null` if there is none. */
export function currencyInCell(cell: string): string | null {
  const [, before, after] = BESIDE.exec(cell) ?? [];
  const name = before ?? after;
  return name !== undefined && isCurrency(name) ? name : null;
}
