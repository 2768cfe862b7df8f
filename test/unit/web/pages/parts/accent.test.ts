import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { accentRules } from "#src/web/pages/parts/accent.js";
import { luminance } from "#src/web/pages/parts/colors.js";

describe("the accent of a site", () => {
  it("contrasts with light and with dark pages, and text with it", () => {
    for (const accent of ["#000000", "#0b5c56", "#7a1f3d", "#00008b", "#ffcc00", "#ffffff"]) {
      const [light, dark] = [...accentRules(accent).matchAll(/--accent: (#\w+); --on-accent: (#\w+)/g)];
      const contrast = (one: string, other: string): number => {
        const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
        return (high! + 0.05) / (low! + 0.05);
      };
      for (const [, color, ink] of [light!, dark!]) assert.ok(contrast(color!, ink!) >= 4.5, `${ink} on ${color}`);
      for (const paper of ["#ffffff", "#f5f6f4", "#eef4f3"])
        assert.ok(contrast(light![1]!, paper) >= 4.5, `${light![1]} on ${paper}`);
      for (const paper of ["#121716", "#16211f", "#1b2220"])
        assert.ok(contrast(dark![1]!, paper) >= 4.5, `${dark![1]} on ${paper}`);
    }
  });

  it("stays as it is where it can be read", () => {
    assert.match(accentRules("#7a1f3d"), /^:root \{ --accent: #7a1f3d;/);
  });
});
