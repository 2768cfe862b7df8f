const FILES =
  "datapackage.json entries.csv entries.ndjson entries.arrows entries.parquet entries.csv.gz entries.ndjson.gz".split(
    " ",
  );

/** Paths of the files of a dataset with entries and of one without, by route. */
export const FILE_SAMPLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  FILES.map((file) => [`/{dataset}/meta/${file}`, [`/town/meta/${file}`, `/bare/meta/${file}`]]),
);
