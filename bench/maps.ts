import { brotliCompressSync } from "node:zlib";
import { drawMap } from "#src/web/pages/charts/map.js";
import { countPlaceTexts, mapOfManyPlaces } from "#test/many-places.js";
import { markdownTable, print } from "./tables.js";

const WARM_UP = 3;
const DRAWINGS = 50;

/** Measure the drawing of a map of 500 shapes: its bytes, and processor time. */
export async function benchMaps(): Promise<void> {
  const map = mapOfManyPlaces((at) => `#2a80${70 + (at % 5)}`);
  const draw = (): string => drawMap(...map).markup;
  for (let at = 0; at < WARM_UP; at++) draw();
  const before = process.cpuUsage();
  for (let at = 0; at < DRAWINGS; at++) draw();
  const { user, system } = process.cpuUsage(before);
  const markup = draw();
  const [, places] = map;
  print(`\nA map of ${places.length} shapes; milliseconds of processor time, mean of ${DRAWINGS}\n`);
  print(
    markdownTable(
      ["bytes", "names, figures and links", "compressed", "processor time"],
      [[markup.length, countPlaceTexts(places), brotliCompressSync(markup).length, (user + system) / 1000 / DRAWINGS]],
    ),
  );
}
