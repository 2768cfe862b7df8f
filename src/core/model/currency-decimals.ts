/** Most decimals that a number format of Node 20 can have. */
export const MAX_FRACTION_DIGITS = 20;

/** Currencies by the number of decimals that ISO 4217 gives them, where it is not two. */
const DECIMALS: readonly (readonly [decimals: number, currencies: ReadonlySet<string>])[] = [
  [0, new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "))],
  [3, new Set("BHD IQD JOD KWD LYD OMR TND".split(" "))],
  [4, new Set(["CLF", "UYW"])],
];

/**
 * Return the number of decimals of a currency, as ISO 4217 has it: `Intl` drops those of dinars and others that are not
 * coined any more.
 * @param currency ISO 4217; `null` if unknown
 */
export function currencyDecimals(currency: string | null): number {
  return DECIMALS.find(([, currencies]) => currency !== null && currencies.has(currency))?.[0] ?? 2;
}
