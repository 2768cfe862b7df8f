import { type CubeDimension, DIMENSIONS, type DimensionName, mulberry32 } from "../cube/cube.js";
import type { CubeQuery } from "../cube/queries.js";

/** Generate queries by any dimension, with cuts of one or two others to one to three members each. */
export function randomCuts(count: number): readonly CubeQuery[] {
  const random = mulberry32(7);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, at) => {
    const order = DIMENSIONS.map((dimension) => ({ dimension, place: random() })).toSorted((a, b) => a.place - b.place);
    const [by, ...cut] = order.map(({ dimension }) => dimension) as [CubeDimension, ...CubeDimension[]];
    const cuts = cut.slice(0, 1 + below(2)).map(({ name, size }) => {
      return [name, [...new Set(Array.from({ length: 1 + below(3) }, () => below(size)))]] as const;
    });
    return {
      name: `random ${at}`,
      title: "",
      cuts: Object.fromEntries(cuts),
      keys: [by.name as DimensionName],
      measures: ["amount"],
      limit: 100,
    };
  });
}
