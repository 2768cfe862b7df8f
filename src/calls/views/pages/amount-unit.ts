import type { SaidPhrase } from "./phrase.js";

/** The unit of amounts. */
export interface AmountUnit {
  /** ISO 4217; `null` if unknown, and for shares. */
  readonly currency: string | null;
  /** Unit that amounts are divided by, as `person`; `null` for none. */
  readonly per: string | null;
  /** Codes of the countries of all whose people they are per, where the dataset may be of others; absent for its own. */
  readonly places?: readonly string[];
  /** Name of the whole that they are shares of, as `GDP`; `null` for other amounts. */
  readonly shareOf: string | null;
  /** Period whose prices they are in, as its series names it; `null` for those of their own time. */
  readonly prices: SaidPhrase | null;
}
