import type { TableFormat } from "#src/core/engine/storage.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import type { Dataset } from "#src/store/dataset.js";
import { type AdjustedCase, listPeople, type SeriesNumbers } from "../differential/random-adjustments.js";
import { spendingDataset } from "../fixtures.js";
import { seriesMapping } from "../http/aggregate/series-town.js";

/** A row: the values of its dimensions by name, and its amount in hundredths. */
type AdjustedRow = Readonly<Record<string, string | number>> & { readonly time: string; readonly amount: number };

/** Load a dataset into an engine of a format. */
export async function loadAdjusted(
  format: TableFormat,
  name: string,
  dataset: object,
  mapping: object,
  rows: readonly AdjustedRow[],
): Promise<Dataset> {
  const { model } = parseModel({ dataset: { name, label: name, description: "Small", ...dataset }, mapping });
  const builder = format.build(model, null, 1);
  await builder.write(
    rows.map((row, at) => ({
      id: String(at).padStart(40, "0"),
      members: model.dimensions.map(({ kind, name: own }) =>
        kind === "date" ? dateAttributes(`${row.time}-01-01`.slice(0, 10)) : [String(row[own])],
      ),
      amounts: [{ unscaled: BigInt(row.amount), scale: 2 }],
    })),
  );
  const { engine } = await builder.finish();
  return spendingDataset([], { model, asLoaded: model, engine });
}

/** Load a town and the series of a case, which are called after it. */
export function loadCaseInto(format: TableFormat, town: string, test: AdjustedCase): Promise<readonly Dataset[]> {
  const { entries, ofMonths, index, rates, monthly, hasLevels } = test;
  const precision = (isMonthly: boolean): "month" | "year" => (isMonthly ? "month" : "year");
  const rowsOf = (values: SeriesNumbers, member: string): AdjustedRow[] =>
    [...values].map(([key, amount]) => {
      const [time, own] = key.split(" ") as [string, string?];
      return { time, amount, ...(own !== undefined && { [member]: own }) };
    });
  const series = (what: string, meaning: object, mapping: object, rows: readonly AdjustedRow[]): Promise<Dataset> =>
    loadAdjusted(format, `${town}-${what}`, { series: meaning }, mapping, rows);
  return Promise.all([
    series("index", { kind: "index" }, seriesMapping({}, precision(monthly.index)), rowsOf(index, "")),
    series(
      "rates",
      { kind: "rate", base: "EUR" },
      seriesMapping({ currency: "currency" }, precision(monthly.rates)),
      rowsOf(rates, "currency"),
    ),
    series(
      "people",
      { kind: "stock" },
      seriesMapping({ region: "zone", ...(hasLevels && { level: "level" }) }),
      listPeople(test).map((row) => ({ ...row })),
    ),
    loadAdjusted(
      format,
      town,
      { currency: "GBP" },
      seriesMapping({ region: "zone", what: "what" }, precision(ofMonths)),
      entries.map(({ date: time, ...entry }) => ({ time, ...entry })),
    ),
  ]);
}
