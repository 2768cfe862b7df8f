/** Countries with the currency of another one, or of several, by its ISO 4217 code: all whose code does not begin with theirs. */
const SHARED: Readonly<Record<string, string>> = {
  AUD: "KI NR TV",
  CHF: "LI",
  DKK: "FO GL",
  EUR: "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK",
  GBP: "GG IM JE",
  ILS: "PS",
  INR: "BT",
  MAD: "EH",
  NOK: "SJ",
  NZD: "CK NU PN TK",
  USD: "AS BQ EC FM GU IO MH MP PA PR PW SV TC TL VG VI ZW",
  XAF: "CF CG CM GA GQ TD",
  XCD: "AG AI DM GD KN LC MS VC",
  XCG: "CW SX",
  XOF: "BF BJ CI GW ML NE SN TG",
  XPF: "NC PF WF",
  ZAR: "LS NA SZ",
};

/** True if a country has a currency: most begin with the code of theirs. */
export function isCurrencyOf(currency: string, territory: string): boolean {
  return currency.startsWith(territory) || (SHARED[currency]?.split(" ").includes(territory) ?? false);
}
