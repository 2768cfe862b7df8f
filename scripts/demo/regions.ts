export interface Region {
  readonly code: string;
  readonly label: string;
}

/**
 * Regions by their name in the publication. Codes are of NUTS level 1, the European classification of that time;
 * spending outside all regions has a word as its code.
 */
export const REGIONS: ReadonlyMap<string, Region> = new Map([
  ["ENGLAND_North East", { code: "UKC", label: "North East England" }],
  ["ENGLAND_North West", { code: "UKD", label: "North West England" }],
  ["ENGLAND_Yorkshire and The Humber", { code: "UKE", label: "Yorkshire and the Humber" }],
  ["ENGLAND_East Midlands", { code: "UKF", label: "East Midlands" }],
  ["ENGLAND_West Midlands", { code: "UKG", label: "West Midlands" }],
  ["ENGLAND_East", { code: "UKH", label: "East of England" }],
  ["ENGLAND_London", { code: "UKI", label: "London" }],
  ["ENGLAND_South East", { code: "UKJ", label: "South East England" }],
  ["ENGLAND_South West", { code: "UKK", label: "South West England" }],
  ["WALES", { code: "UKL", label: "Wales" }],
  ["SCOTLAND", { code: "UKM", label: "Scotland" }],
  ["NORTHERN IRELAND", { code: "UKN", label: "Northern Ireland" }],
  ["OUTSIDE UK", { code: "outside-uk", label: "Outside the UK" }],
  ["NOT IDENTIFIABLE", { code: "not-identifiable", label: "Not identifiable by region" }],
]);
