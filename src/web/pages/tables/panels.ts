import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import type { Panel } from "../charts/multiples.js";
import { fillGaps } from "../charts/time-axis.js";
import { lineColor, ONE_COLOR, REST_COLOR } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import { nameColumnMember } from "./name-alone.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
import { raiseNotes } from "./note-marks.js";
import { namePartsOfYears, writePeriod } from "./year-name.js";
import { enumerate } from "../parts/enumerate.js";

/** Small charts of the rows of a grid, and the names of the places on their axis. */
export interface Panels {
  readonly panels: readonly Panel[];
  readonly places: readonly string[];
}

/** Build a small chart for each row of a grid; the other rows together are the last. */
export function panelsOf(
  locale: PageLocale,
  grid: Grid,
  {
    precisions,
    hrefOfRow,
    hrefOfCell,
    writeExact,
  }: Pick<ChartStyle, "precisions"> & Required<Pick<ChartStyle, "hrefOfRow" | "hrefOfCell" | "writeExact">>,
): Panels {
  const { down, across, columns, isTimed, rest } = grid;
  const known = new Map(columns.map(({ value }, at) => [value, at]));
  const axis: readonly (string | null)[] = isTimed
    ? fillGaps(columns.flatMap(({ value }) => value ?? []))
    : columns.map(({ value }) => value);
  const parts = namePartsOfYears(locale, grid.parts, across.reference);
  const write = writePeriod(locale, across.reference);

  const panel = (row: GridRow, label: string, color: string, key: FigureKey | null): Panel => ({
    label,
    color,
    href: key?.value == null ? null : hrefOfRow(key.value),
    bars: axis.map((value) => {
      const at = known.get(value);
      const figure = at === undefined ? null : (row.cells[at] ?? null);
      if (figure === null) return null;
      return {
        figure,
        exact: writeExact(figure) + raiseNotes(grid, row.notes[at!] ?? []),
        href: key?.value == null || value === null ? null : hrefOfCell(key.value, value),
        part: parts.get(value ?? ""),
      };
    }),
  });
  const named = grid.rows.map((row) => panel(row, nameKey(locale, down!, row.key!, precisions), ONE_COLOR, row.key));
  const others = rest
    ? [panel(rest, locale.fill(locale.words.figures.rest.others, { count: rest.count }), lineColor(REST_COLOR), null)]
    : [];
  return {
    panels: [...named, ...others],
    places: axis.map((value) =>
      isTimed ? write(value ?? "") : nameColumnMember(locale, across, columns[known.get(value)!]!, precisions),
    ),
  };
}

/** Name the largest and the smallest bar of small charts; `null` without two. */
export function extremesOf(
  locale: PageLocale,
  { panels, places }: Panels,
): readonly { readonly name: string; readonly exact: string }[] {
  const bars = panels.flatMap(({ label, bars: own }) =>
    own.flatMap((bar, at) =>
      bar
        ? [{ name: enumerate(locale, [label, places[at]!]), exact: bar.exact, amount: decimalNumber(bar.figure) }]
        : [],
    ),
  );
  const sorted = bars.toSorted((a, b) => b.amount - a.amount);
  return sorted.length < 2 ? [] : [sorted[0]!, sorted.at(-1)!];
}
