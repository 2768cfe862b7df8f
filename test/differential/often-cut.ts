import type { CutCount } from "#src/columnar/select/cut-statistics.js";
import type { Model } from "#src/model/cube.js";

/** What was asked of a dataset that was cut by a model's last dimensions, and by one that it has not any more. */
export function oftenCut({ dimensions }: Model): readonly CutCount[] {
  const often = dimensions.slice(-2).map(({ name }, at) => ({ dimension: name, cuts: 900 + at, passed: 9 }));
  return [...often, { dimension: "gone", cuts: 300, passed: 3 }];
}
