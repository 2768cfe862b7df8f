/** Languages whose names of months sheets have. */
const LANGUAGES =
  "en de fr es pt it nl ca da sv nb fi is et ga sq pl cs sk hu sl hr ro lt lv tr ru uk be bg mk sr el he ar fa hi id ja ko zh".split(
    " ",
  );

/** True for the name of a month, or its short form, in one of many languages. */
export function isMonthName(text: string): boolean {
  const plain = bare(text);
  return LANGUAGES.some((language) => monthsOf(language).has(plain));
}

function monthsOf(language: string): ReadonlySet<string> {
  const names = (["long", "short"] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, at) => bare(format.format(Date.UTC(2024, at, 15))));
  });
  return new Set(names);
}

function bare(name: string): string {
  return name.toLowerCase().replace(/\./g, "").trim();
}
