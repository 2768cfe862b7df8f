import assert from "node:assert/strict";
import { type Shape, uniteShapes } from "#src/columnar/rollups/grouping-set.js";
import { shapeOfQuery } from "#src/columnar/rollups/grouping-of-query.js";
import { ColumnarEngine } from "#src/columnar/engine.js";
import type { Engine } from "#src/engine/engine.js";
import type { Kernel } from "#src/kernel/kernel.js";
import { bindAggregate } from "#src/query/bind.js";
import { queryParameters } from "../fixtures.js";
import { NO_LIMIT, summingOf } from "../unit/columnar/rollups/summed.js";
import type { RandomCube } from "./random-cube.js";

/** The same engine with a cuboid of what each query tells apart, by attributes where it does. */
export async function sumUpAsked(kernel: Kernel, engine: Engine, cube: RandomCube): Promise<Engine> {
  assert.ok(engine instanceof ColumnarEngine);
  for (const shape of shapesOf(engine, cube)) {
    assert.ok(await engine.cuboids.make(summingOf(kernel, engine), shape, NO_LIMIT));
    assert.ok(engine.cuboids.find(shape));
  }
  return engine;
}

/** The same engine with one cuboid for each two queries that follow each other. */
export async function sumUpPairs(kernel: Kernel, engine: Engine, cube: RandomCube): Promise<Engine> {
  assert.ok(engine instanceof ColumnarEngine);
  const shapes = shapesOf(engine, cube);
  for (const [at, shape] of shapes.entries()) {
    const united = uniteShapes(shapes.slice(Math.max(0, at - 1), at + 1));
    assert.ok(await engine.cuboids.make(summingOf(kernel, engine), united, NO_LIMIT));
    assert.ok(engine.cuboids.find(shape));
  }
  return engine;
}

function shapesOf({ table }: ColumnarEngine, { model, queries }: RandomCube): readonly Shape[] {
  return queries
    .map((text) => shapeOfQuery(table, bindAggregate(model, queryParameters(text), 1024).query))
    .filter((shape) => shape !== null);
}
