import assert from "node:assert/strict";
import type { PageTable } from "#src/calls/views/pages/page-table.js";
import type { ChartKind } from "#src/web/pages/tables/chart-kind.js";
import { drawFigure } from "#src/web/pages/tables/figure-chart.js";
import { assertWellFormed, readText } from "../../../../http/pages/markup.js";
import { LOCALE } from "./figures.js";

export const MONEY = LOCALE.numbers.money("GBP");

/** Draw a figure whose cells link to their members. */
export function drawChart(figure: PageTable, kind: ChartKind, isNarrow = false): string {
  const style = {
    kind,
    label: "A figure",
    money: MONEY,
    precisions: {},
    hrefOf: ({ keys }: PageTable["rows"][number]) => keys[0]!.url,
  };
  const drawn = drawFigure(LOCALE, figure, style, isNarrow);
  assert.ok(drawn, "nothing is drawn");
  assertWellFormed(drawn.markup);
  return drawn.markup;
}

/** A part of a drawing with a title and a rectangle. */
export interface Drawn {
  readonly title: string;
  readonly href: string | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: string;
}

/** Parse the parts of a drawing that have a title and a rectangle. */
export function partsOf(markup: string): readonly Drawn[] {
  const pattern = /<(?:a href="([^"]*)"|g)>\s*<title>([^<]*)<\/title\s*>[^]*?<rect([^>]*?)\/>/g;
  return [...markup.matchAll(pattern)].map(([, href, title, attributes]) => {
    const number = (name: string): number => Number(attribute(attributes!, name));
    return {
      title: readText(title!),
      href: href === undefined ? null : readText(href),
      x: number("x"),
      y: number("y"),
      width: number("width"),
      height: number("height"),
      fill: attribute(attributes!, "fill"),
    };
  });
}

function attribute(tag: string, name: string): string {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? assert.fail(`${tag} has no ${name}`);
  return value!;
}

/** Return the width and height of a drawing. */
export function sizeOf(markup: string): readonly [width: number, height: number] {
  const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(markup)!;
  return [Number(width), Number(height)];
}

/** Return the texts of a drawing. */
export function textsOf(markup: string): readonly string[] {
  return [...markup.matchAll(/<text[^>]*>([^<]*)<\/text/g)].map(([, text]) => readText(text!));
}
