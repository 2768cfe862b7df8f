import { brotliCompressSync } from "node:zlib";
import { makeLayer } from "#src/sources/shapes/make-layer.js";
import { drawMap, type MapPlace } from "#src/web/pages/charts/map.js";
import { MANY_PLACES } from "#test/many-places.js";
import { markdownTable, print } from "./tables.js";

const WARM_UP = 3;
const DRAWINGS = 50;

/** Measure the drawing of a map of 500 shapes: its bytes, and processor time. */
export async function benchMaps(): Promise<void> {
  const facts = { name: "a", label: "A", taxonomy: null, licence: null, source: null, id: "code", added: "" };
  const layer = { ...facts, ...makeLayer(MANY_PLACES) };
  const places = MANY_PLACES.map(({ id, label }, at): MapPlace => ({
    id,
    label,
    shown: `£${at}`,
    exact: `£${1000 + at}`,
    more: undefined,
    href: `?drilldown=area&cut=place:${id}`,
    color: `#2a80${70 + (at % 5)}`,
  }));
  const draw = (): string =>
    drawMap(layer, places, {
      label: "Map",
      className: "chart map",
      direction: "ltr",
      width: 440,
      height: 480,
      classes: [],
      of: "Amount",
      others: "Not on the map",
      more: String,
      withoutAmount: (label) => label,
    }).markup;
  for (let at = 0; at < WARM_UP; at++) draw();
  const before = process.cpuUsage();
  for (let at = 0; at < DRAWINGS; at++) draw();
  const { user, system } = process.cpuUsage(before);
  const markup = draw();
  const texts = places.reduce((sum, { label, exact, href }) => sum + label.length + exact.length + href!.length, 0);
  print(`\nA map of ${places.length} shapes; milliseconds of processor time, mean of ${DRAWINGS}\n`);
  print(
    markdownTable(
      ["bytes", "names, figures and links", "compressed", "processor time"],
      [[markup.length, texts, brotliCompressSync(markup).length, (user + system) / 1000 / DRAWINGS]],
    ),
  );
}
