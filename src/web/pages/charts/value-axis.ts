import { scaleLinear, type ScaleLinear } from "d3-scale";

/** A vertical axis of amounts, with marks at round ones. */
export interface ValueAxis {
  readonly y: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
}

/** Number of marks, about. */
const MARKS = 4;
/** Room beyond the amounts where no mark is close, as a part of their range. */
const ROOM = 0.03;

/**
 * Plan an axis from the lowest to the highest amount, and zero. It ends at a mark above the amounts that are farthest from
 * zero; at the other end only if one is close, so that a few refunds take little room.
 */
export function planAxis(amounts: readonly number[]): ValueAxis {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const y = scaleLinear().domain([low, high]).nice(MARKS);
  const ticks = y.ticks(MARKS);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const room = (high - low) * ROOM;
  const [bottom, top] = y.domain() as [number, number];
  const from = -low < high && low - bottom > step / 2 ? low - room : bottom;
  const to = -low > high && top - high > step / 2 ? high + room : top;
  return { y: y.domain([from, to]), ticks: ticks.filter((tick) => tick >= from && tick <= to) };
}
