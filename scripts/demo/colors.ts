const DARKEST = -0.3;
const LIGHTEST = 0.45;

/**
 * Return shades of a colour, from darker to lighter: the colour mixed with black or white.
 * @param color `#rrggbb`
 * @returns `count` colours, all different for any count below about 50
 */
export function relatives(color: string, count: number): readonly string[] {
  const step = (LIGHTEST - DARKEST) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => mix(color, DARKEST + i * step));
}

function mix(color: string, share: number): string {
  const target = share < 0 ? 0 : 255;
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16);
    const mixed = Math.round(channel + (target - channel) * Math.abs(share));
    return mixed.toString(16).padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
