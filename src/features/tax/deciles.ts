/** Mean figures of the households in one income decile, in pounds a year. */
export interface Decile {
  /** Gross income. */
  readonly income: number;
  /** Income tax, national insurance and council tax. */
  readonly direct: number;
  /** Indirect taxes without a column of their own. */
  readonly otherIndirect: number;
  readonly vat: number;
  readonly tobacco: number;
  readonly alcohol: number;
  /** Fuel duty and other taxes on driving. */
  readonly car: number;
}

/** Average taxes of households in one year. */
export interface TaxTable {
  readonly country: string;
  readonly year: string;
  readonly source: string;
  /** Date on which these figures were added. */
  readonly added: string;
  /** Ten deciles in ascending order of income. */
  readonly deciles: readonly Decile[];
}

export const UK_2008: TaxTable = {
  country: "UK",
  year: "2008/9",
  source: 'Office for National Statistics, "The effects of taxes and benefits on household income", table 14',
  added: "2010-06-10",
  deciles: [
    { income: 9219, direct: 1172, otherIndirect: 1016, vat: 1101, tobacco: 288, alcohol: 150, car: 349 },
    { income: 13583, direct: 1368, otherIndirect: 969, vat: 1085, tobacco: 310, alcohol: 167, car: 289 },
    { income: 17204, direct: 1939, otherIndirect: 1125, vat: 1295, tobacco: 317, alcohol: 182, car: 373 },
    { income: 22040, direct: 3108, otherIndirect: 1262, vat: 1562, tobacco: 320, alcohol: 243, car: 505 },
    { income: 25190, direct: 3973, otherIndirect: 1319, vat: 1609, tobacco: 295, alcohol: 222, car: 519 },
    { income: 32995, direct: 6118, otherIndirect: 1507, vat: 1927, tobacco: 341, alcohol: 261, car: 632 },
    { income: 37592, direct: 7423, otherIndirect: 1630, vat: 2155, tobacco: 286, alcohol: 306, car: 727 },
    { income: 46268, direct: 10172, otherIndirect: 1884, vat: 2616, tobacco: 311, alcohol: 392, car: 851 },
    { income: 56889, direct: 13463, otherIndirect: 2148, vat: 2871, tobacco: 235, alcohol: 450, car: 909 },
    { income: 94341, direct: 23047, otherIndirect: 2622, vat: 3747, tobacco: 251, alcohol: 526, car: 949 },
  ],
};
