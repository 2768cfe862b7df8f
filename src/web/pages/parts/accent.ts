import { inkOn, luminance, mix } from "./colors.js";

/** Contrast that text needs with what it stands on, as WCAG 2 says. */
const TEXT_CONTRAST = 4.5;

/** The darkest paper of light pages. */
const LIGHT = "#eef4f3";
/** The lightest paper of dark pages. */
const DARK = "#1b2220";
const STEP = 0.02;

/**
 * Write the rules by which an accent replaces that of spendcube: darker on light pages, and lighter on dark ones, until
 * links can be read.
 * @param accent `#rrggbb`
 */
export function accentRules(accent: string): string {
  const [light, dark] = [contrasting(accent, LIGHT, "#000000"), contrasting(accent, DARK, "#ffffff")];
  return `:root { ${tokensOf(light)} }
@media screen { :root[data-theme="dark"] { ${tokensOf(dark)} } }
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${tokensOf(dark)} } }
`;
}

function contrasting(accent: string, paper: string, towards: string): string {
  let color = accent;
  for (let part = STEP; contrast(color, paper) < TEXT_CONTRAST; part += STEP) color = mix(accent, towards, part);
  return color;
}

function tokensOf(accent: string): string {
  return `--accent: ${accent}; --on-accent: ${inkOn(accent)};`;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
