import type { Disagreement } from "#src/core/engine/disagreement.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Model } from "#src/core/model/cube.js";
import type { Decimal } from "#src/core/model/values/decimal.js";
import type { Value } from "#src/core/model/values/value.js";

/** An entry that a load leaves. */
export interface LeftEntry {
  readonly members: readonly (readonly Value[])[];
  readonly amount: Decimal;
  /** True if the entry is of the previous version and was not written again. */
  readonly isOld: boolean;
}

/** Compare the values of all rows: those that were written, and those of the previous version that stay. */
export function findDisagreements(
  model: Model,
  written: readonly EntryInput[],
  left: readonly LeftEntry[],
): readonly Disagreement[] {
  return model.dimensions
    .filter(({ kind }) => kind === "compound")
    .flatMap((dimension) =>
      dimension.attributes
        .filter((attribute) => attribute !== dimension.identity)
        .flatMap((attribute) => {
          const place = dimension.identity.index;
          const rows = [
            ...left.filter(({ isOld }) => isOld).map(({ members }) => members),
            ...written.map(({ members }) => members),
          ].map((members) => members[dimension.index]!);
          const identities = [...new Set(rows.map((member) => member[place]!))];
          const disagreeing = identities.flatMap((identity) => {
            const own = rows.filter((member) => member[place] === identity);
            const values = [...new Set(own.map((member) => member[attribute.index]!))].filter(
              (value) => value !== null,
            );
            const entries = left.filter(({ members }) => members[dimension.index]![place] === identity);
            return values.length < 2 || entries.length === 0 ? [] : [{ identity, values, entries }];
          });
          if (disagreeing.length === 0) return [];
          const [worst] = disagreeing.toSorted(
            (a, b) =>
              b.values.length - a.values.length ||
              b.entries.length - a.entries.length ||
              (String(a.identity) < String(b.identity) ? -1 : 1),
          ) as [(typeof disagreeing)[number]];
          const all = disagreeing.flatMap(({ entries }) => entries);
          const result: Disagreement = {
            dimension: dimension.name,
            attribute: attribute.name,
            members: disagreeing.length,
            entries: all.length,
            amount: sum(all),
            worst: {
              identity: worst.identity,
              values: worst.values.slice(0, 5),
              numValues: worst.values.length,
              isAtLeast: false,
              entries: worst.entries.length,
              amount: sum(worst.entries),
            },
          };
          return [result];
        }),
    );
}

function sum(entries: readonly LeftEntry[]): Decimal {
  const scale = entries.reduce((most, { amount }) => Math.max(most, amount.scale), 0);
  const unscaled = entries.reduce(
    (total, { amount }) => total + amount.unscaled * 10n ** BigInt(scale - amount.scale),
    0n,
  );
  return { unscaled, scale };
}
