import type { LeakRow } from "#src/web/http/routes/leak-row.js";

const FILES =
  "datapackage.json entries.csv entries.ndjson entries.arrows entries.parquet entries.csv.gz entries.ndjson.gz";

/**
 * The routes of files, and where a private dataset might show in them.
 * @param secret name of the private dataset
 * @param crossed name of a public one with a dimension, `zone`, that goes through it
 */
export function questionsOfFiles(secret: string, crossed: string): Readonly<Record<string, LeakRow>> {
  const crosstabs = ["explore.csv", "explore.xlsx"].map((file): [string, LeakRow] => [
    `GET /{dataset}/${file}`,
    {
      open: [`/town/${file}?drilldown=region|cofog1&chart=pivot`, `/secret-plan/${file}`],
      named: [`/${secret}/${file}?drilldown=region|cofog1&chart=pivot`],
      wrong: [`/${secret}/${file}?drilldown=regio`, `/${secret}/${file}?chart=table`],
    },
  ]);
  const wholes = FILES.split(" ").map((file): [string, LeakRow] => [
    `GET /{dataset}/meta/${file}`,
    {
      open: [`/${crossed}/meta/${file}`, `/town/meta/${file}`, `/secret-plan/meta/${file}`],
      named: [`/${secret}/meta/${file}`, `/${secret}@1/meta/${file}`],
      wrong: [`/${secret}@9/meta/${file}`, `/${secret}/meta/${file}.html`],
    },
  ]);
  return Object.fromEntries([...crosstabs, ...wholes]);
}
