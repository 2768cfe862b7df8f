import { scaleQuantile } from "d3-scale";
import type { MapClass } from "../charts/map.js";

/** Colours of five classes, from few to much; text of both themes and colour-blind readers tell them apart by lightness. */
const SEQUENCE = ["#d3e8e5", "#9fcbc5", "#63a69e", "#2a8078", "#0a4c47"] as const;
/** Colours of decreases and of increases, from little to much, and of what stays. */
const LESS = ["#f3ddcf", "#e3b797", "#cf8f63", "#b0622f", "#7f3d12"] as const;
const MORE = ["#d8e6f2", "#abcbe3", "#74a8cf", "#3f7fb0", "#1d5584"] as const;
const SAME = "#e6e6e2";

/** The classes of some figures, and the colour of each figure. */
export interface MapClasses {
  readonly classes: readonly MapClass[];
  readonly colorOf: (figure: number) => string;
}

/**
 * Divide figures into five classes that have as many places each; changes into such on each side of zero.
 * @param write writes a figure
 * @param count writes a number of places
 */
export function divideFigures(
  figures: readonly number[],
  isChange: boolean,
  write: (figure: number) => string,
  count: (places: number) => string,
): MapClasses {
  const sorted = figures.toSorted((a, b) => a - b);
  const [below, above] = [sorted.filter((each) => each < 0).toReversed(), sorted.filter((each) => each > 0)];
  const sides: readonly ColoredSide[] = !isChange
    ? [divideSide(sorted, SEQUENCE, 5)]
    : below.length === 0 || above.length === 0
      ? [divideSide(below, LESS, 5), divideSide(above, MORE, 5)]
      : [divideSide(below, LESS, 2), divideSide(above, MORE, 2)];
  const colorOf = (figure: number): string =>
    isChange && figure === 0 ? SAME : (isChange && figure > 0 ? sides[1]! : sides[0]!)(figure);
  const groups = new Map<string, number[]>();
  for (const figure of sorted) groups.set(colorOf(figure), [...(groups.get(colorOf(figure)) ?? []), figure]);
  const classes = [...groups].map(([color, own]): MapClass => {
    const [low, high] = [write(own[0]!), write(own.at(-1)!)];
    return { color, label: `${low === high ? low : `${low} – ${high}`} (${count(own.length)})` };
  });
  return { classes, colorOf };
}

/** Returns the colour of a figure of one side. */
type ColoredSide = (figure: number) => string;

/** Divide figures of one side into classes of as many each, from little to much. */
function divideSide(figures: readonly number[], colors: readonly string[], classes: number): ColoredSide {
  const places = Array.from({ length: classes }, (_, at) => at);
  const bounds = scaleQuantile<number>().domain(figures.map(Math.abs)).range(places).quantiles();
  return (figure) => {
    const at = bounds.filter((bound) => Math.abs(figure) >= bound).length;
    return colors[classes === colors.length ? at : at * 2 + 1]!;
  };
}
