const FILES =
  "datapackage.json entries.csv entries.ndjson entries.arrows entries.parquet entries.csv.gz entries.ndjson.gz".split(
    " ",
  );

/** Paths of the files of a dataset with entries and of one without, and of a crosstab, by route. */
export const FILE_SAMPLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...["csv", "xlsx"].map((form): [string, string[]] => [
    `/{dataset}/explore.${form}`,
    [`/town/explore.${form}?drilldown=region|cofog1&chart=pivot`],
  ]),
  ...FILES.map((file) => [`/{dataset}/meta/${file}`, [`/town/meta/${file}`, `/bare/meta/${file}`]]),
]);
