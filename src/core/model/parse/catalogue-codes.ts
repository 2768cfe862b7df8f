/** Themes of data in catalogues of the European Union, with their labels (authority table `data-theme`). */
export const THEMES: ReadonlyMap<string, string> = new Map([
  ["AGRI", "Agriculture, fisheries, forestry and food"],
  ["ECON", "Economy and finance"],
  ["EDUC", "Education, culture and sport"],
  ["ENER", "Energy"],
  ["ENVI", "Environment"],
  ["GOVE", "Government and public sector"],
  ["HEAL", "Health"],
  ["INTR", "International issues"],
  ["JUST", "Justice, legal system and public safety"],
  ["REGI", "Regions and cities"],
  ["SOCI", "Population and society"],
  ["TECH", "Science and technology"],
  ["TRAN", "Transport"],
]);

/** Codes of the European Union for how often data is published (authority table `frequency`), by the word for it. */
export const FREQUENCIES: ReadonlyMap<string, string> = new Map([
  ["continuous", "CONT"],
  ["daily", "DAILY"],
  ["weekly", "WEEKLY"],
  ["fortnightly", "BIWEEKLY"],
  ["monthly", "MONTHLY"],
  ["quarterly", "QUARTERLY"],
  ["half-yearly", "ANNUAL_2"],
  ["yearly", "ANNUAL"],
  ["annual", "ANNUAL"],
  ["every two years", "BIENNIAL"],
  ["irregular", "IRREG"],
  ["never", "NEVER"],
]);
