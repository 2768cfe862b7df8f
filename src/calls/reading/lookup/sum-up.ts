import { errorText } from "../../../core/errors/error-text.js";
import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Engine } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Model } from "../../../core/model/cube.js";
import { currencyDimension } from "../../../core/model/currency-dimension.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import type { Value } from "../../../core/model/values/value.js";

/** Exact sums by name of the measure; where its amounts are in several currencies by measure and currency. */
export type Totals = readonly (readonly [name: string, total: string])[];

/** Most currencies that are told apart. */
const MAX_CURRENCIES = 1000;

/** Add up the measures of a table: by currency, if its amounts are in several. */
export async function sumUp(model: Model, engine: Engine): Promise<Totals> {
  const query = { filters: [], measures: model.measures, order: [], first: 0 };
  const dimension = currencyDimension(model);
  return withReader({ engine, model }, UNBOUNDED, async (reader) => {
    if (dimension !== null) {
      const keys = [{ dimension, attribute: dimension.identity }];
      const { cells } = await gatherCells(await reader.aggregate({ ...query, keys, limit: MAX_CURRENCIES }));
      if (cells.length > 1) {
        const names = cells.keys[0]!.map((each) => nameOf(each)).map((name, at) => ({ name, at }));
        return model.measures.flatMap((measure, place) =>
          names
            .toSorted((a, b) => (a.name < b.name ? -1 : 1))
            .map(
              ({ name, at }) => [`${measure.name} ${name}`, decimalText(decimalAt(cells.sums[place]!, at))] as const,
            ),
        );
      }
    }
    const { totals } = await reader.aggregate({ ...query, keys: [], limit: 0 });
    return model.measures.map(({ name, index }) => [name, decimalText(totals[index] as Decimal)] as const);
  });
}

/** Say what the amounts of a table come to in each currency; no sentence if they are in one. */
export async function explainCurrencies(model: Model, engine: Engine): Promise<readonly string[]> {
  if (currencyDimension(model) === null) return [];
  const totals = await sumUp(model, engine);
  if (totals.length <= model.measures.length) return [];
  const amounts = totals.map(([name, total]) => `${name} ${total}`).join(", ");
  return [errorText("amounts_in_currencies", { amounts })];
}

function nameOf(value: Value | Member): string {
  return value === null || value === "" ? "without a currency" : String(value);
}
