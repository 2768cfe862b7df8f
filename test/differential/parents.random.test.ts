import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { fillLevels } from "#src/calls/reading/aggregate/fill-levels.js";
import { writeFiguresCsv } from "#src/calls/reading/aggregate/write-figure-tables.js";
import { writeFiguresJson, writeFiguresNdjson } from "#src/calls/reading/aggregate/write-figures.js";
import type { WrittenBody } from "#src/calls/answer.js";
import { describeMember } from "#src/calls/reading/describe/describe-member.js";
import { csvCell, csvRecord } from "#src/calls/reading/formats/csv.js";
import { ParentMaps } from "#src/core/engine/parent-maps.js";
import { readParents } from "#src/core/engine/read-parents.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry, Member } from "#src/core/engine/entry.js";
import { streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { BATCH, encodeWritten } from "#src/web/http/reply/batches.js";
import { Utf8Writers } from "#src/web/http/reply/utf8-writers.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Attribute, Dimension, Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { findReference } from "#src/core/model/references.js";
import type { Value } from "#src/core/model/values/value.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { sumsAsFigures } from "../sums-as-figures.js";
import { queryParameters } from "../fixtures.js";
import { assertVaried, randomRuns } from "../full.js";
import { type RandomCube, describedCube } from "./random-cube.js";

const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(50, 250));
const ORIGIN = "https://x.example";
const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

type Json = Record<string, unknown>;

/** A dimension or attribute under a reference. */
interface Named {
  readonly reference: string;
  readonly dimension: Dimension;
  /** `null` for members. */
  readonly attribute: Attribute | null;
  readonly identity: Attribute;
}

describe("the parents of cells", () => {
  it("are those that an obvious implementation finds in the entries", async () => {
    const seen = { found: 0, several: 0, within: 0 };
    const picks = fc.array(fc.nat(), { maxLength: 4 });
    const hierarchies = fc.array(fc.array(fc.nat(), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(describedCube, hierarchies, picks, async (cube, levels, picked) => {
        const model = withHierarchies(cube.model, levels);
        const all = listNamed(model);
        const drilldown = [...new Set(picked.map((at) => all[at % all.length]!.reference))];
        const { engine, dispose } = load(cube);
        try {
          const entries = await readEntries(engine, model);
          const query = `drilldown=${drilldown.join("|")}`;
          const plain = await answer(engine, model, query);
          const expected = plain.cells.map((cell) => addParents(model, entries, cell, drilldown, seen));
          const { cells, lines, csv } = await answer(engine, model, `${query}&parents=true`);
          assert.deepEqual(cells, expected);
          assert.deepEqual(lines, expected);
          const columns = csv.slice(0, csv.indexOf("\r\n")).split(",");
          const records = expected.map((cell) => csvRecord(columns.map((column) => csvCell(valueAt(cell, column)))));
          assert.equal(csv.slice(csv.indexOf("\r\n") + 2), records.join(""));
        } finally {
          dispose();
        }
      }),
      { numRuns: RUNS },
    );
    assertVaried(seen, 4);
  });
});

describe("the parents of some members", () => {
  it("are those that they have among all members", async () => {
    await fc.assert(
      fc.asyncProperty(describedCube, fc.nat(), fc.nat(), async (cube, first, second) => {
        const { model } = cube;
        const all = listNamed(model);
        const [below, parent] = [all[first % all.length]!, all[second % all.length]!];
        const child = { dimension: below.dimension, attribute: below.identity };
        const { engine, dispose } = load(cube);
        try {
          await withReader({ engine, model }, UNBOUNDED, async (reader) => {
            const whole = await readParents(reader, { child, parent }, UNBOUNDED);
            const values = [...whole.unique.keys(), ...whole.ambiguous].filter((_, at) => at % 2 === 0);
            const some = await readParents(reader, { child, parent }, UNBOUNDED, values);
            assert.deepEqual(
              values.map((value) => [some.unique.get(value), some.ambiguous.has(value)]),
              values.map((value) => [whole.unique.get(value), whole.ambiguous.has(value)]),
            );
            assert.equal(some.unique.size + some.ambiguous.size, values.length);
          });
        } finally {
          dispose();
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Give a model hierarchies of its references. */
function withHierarchies(model: Model, levels: readonly (readonly number[])[]): Model {
  const all = listNamed(model);
  const hierarchies = levels.flatMap((picked, at) => {
    const named = picked.map((each) => all[each % all.length]!);
    const distinct = named.filter((each, place) => named.findIndex((other) => isSame(each, other)) === place);
    return distinct.length < 2 ? [] : [[`h${at}`, { levels: distinct.map(({ reference }) => reference) }]];
  });
  return parseModel({ ...model.document, hierarchies: Object.fromEntries(hierarchies) }).model;
}

function isSame(a: Named, b: Named): boolean {
  return a.dimension === b.dimension && a.identity === b.identity;
}

function listNamed(model: Model): readonly Named[] {
  const references = model.dimensions.flatMap(({ name, kind, attributes }) =>
    kind === "attribute" ? [name] : [name, ...attributes.map((each) => `${name}.${each.name}`)],
  );
  return ["year", ...references].map((reference) => nameOf(model, reference));
}

function nameOf(model: Model, reference: string): Named {
  const { dimension, attribute } = findReference(model, reference)!;
  const identity = attribute ?? dimension.identity;
  return { reference, dimension, attribute: dimension.kind === "attribute" ? identity : attribute, identity };
}

function load(cube: RandomCube): { readonly engine: Engine; readonly dispose: () => void } {
  const builder = columnarFormat(kernel).build(cube.model, null, 1);
  // Amounts that a JSON number holds exactly.
  const amounts = cube.model.measures.map(() => ({ unscaled: 1n, scale: 0 }));
  for (const { rows } of cube.loads) void builder.write(rows.map((row) => ({ ...row, amounts })));
  const { engine } = builder.finish();
  return { engine, dispose: () => engine.dispose() };
}

async function readEntries(engine: Engine, model: Model): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of streamEntries({ engine, model })) entries.push(...batch);
  return entries;
}

interface Answered {
  readonly cells: readonly Json[];
  readonly lines: readonly Json[];
  readonly csv: string;
}

async function answer(engine: Engine, model: Model, query: string): Promise<Answered> {
  const bound = bindAggregate(model, queryParameters(query), 1024);
  return withReader({ engine, model }, UNBOUNDED, async (reader) => {
    const result = await reader.aggregate(bound.query);
    const levels = await fillLevels(new ParentMaps(), { engine, model, reader }, bound, result, UNBOUNDED);
    const remarks = { warnings: [], unmapped: null, work: undefined, notes: null, levels };
    const sums = await sumsAsFigures(bound, result);
    const lines = await textOf(writeFiguresNdjson(model, sums.bound, sums.result, ORIGIN, null, levels));
    return {
      cells: JSON.parse(await textOf(writeFiguresJson(model, sums.bound, sums.result, ORIGIN, remarks))).drilldown,
      lines: lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])),
      csv: await textOf(writeFiguresCsv(sums.bound, sums.result, null, levels)),
    };
  });
}

async function textOf(write: WrittenBody["write"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeWritten(write, [], new Utf8Writers(BATCH))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Add the parents to a cell in the simplest way: by looking at every entry. */
function addParents(
  model: Model,
  entries: readonly Entry[],
  cell: Json,
  drilldown: readonly string[],
  seen: Record<"found" | "several" | "within", number>,
): Json {
  const { amount, num_entries: count, ...keys } = cell as { amount: unknown; num_entries: unknown };
  const shown: Json = keys;
  const isWhole = new Set<string>(drilldown.filter((each) => !each.includes(".") && each !== "year"));
  for (const { levels } of model.hierarchies) {
    const named = levels.map(({ reference }) => nameOf(model, reference));
    for (let at = named.length - 2; at >= 0; at--) {
      const level = named[at]!;
      const lower = named.slice(at + 1).map((each) => ({ each, value: readShown(model, cell, drilldown, each) }));
      const below = lower.find(({ value }) => value !== undefined);
      if (!below) continue;
      const own = readShown(model, cell, drilldown, level);
      if (own !== undefined) {
        if (level.reference === "year" && !("year" in shown)) shown["year"] = own;
        continue;
      }
      const parents = entries
        .filter(
          (entry) => below.value !== null && valueOf(memberIn(model, entry, below.each), below.each) === below.value,
        )
        .map((entry) => memberIn(model, entry, level));
      const distinct = new Set(parents.map((parent) => valueOf(parent, level)));
      seen.several += Number(distinct.size > 1);
      const isUnique = distinct.size === 1 && !distinct.has(null);
      seen.found += Number(isUnique);
      const parent = isUnique ? describeParent(model, level, parents[0]!) : null;
      const [key = "", within] =
        level.attribute === null || !level.reference.includes(".") ? [level.reference] : level.reference.split(".");
      if (within === undefined || level.dimension.kind === "attribute") {
        if (key in shown) continue;
        shown[key] = parent;
        if (level.attribute === null) isWhole.add(key);
      } else if (!isWhole.has(key) && !(within in ((shown[key] as Json | undefined) ?? {}))) {
        seen.within += 1;
        shown[key] = Object.fromEntries([...Object.entries((shown[key] as Json | undefined) ?? {}), [within, parent]]);
      }
    }
  }
  return { ...shown, amount, num_entries: count };
}

function memberIn(model: Model, { members }: Entry, { dimension }: Named): Member | null {
  return members[model.dimensions.indexOf(dimension)] ?? null;
}

function valueOf(member: Member | null, { identity }: Named): Value {
  return member?.values[identity.index] ?? null;
}

function describeParent(model: Model, { dimension, attribute }: Named, member: Member): unknown {
  return attribute === null ? describeMember(model, dimension, member, ORIGIN) : member.values[attribute.index];
}

/** Read what a cell shows of a level by a drilldown; `undefined` if it shows nothing of it. */
function readShown(model: Model, cell: Json, drilldown: readonly string[], level: Named): Value | undefined {
  for (const reference of drilldown) {
    const { dimension, attribute } = nameOf(model, reference);
    if (dimension !== level.dimension) continue;
    if (attribute === null) {
      const member = cell[dimension.name] as Json | null;
      return member === null ? null : (member[level.identity.name] as Value);
    }
    if (attribute !== level.identity) continue;
    return valueAt(cell, dimension.kind === "attribute" ? dimension.name : reference);
  }
  return undefined;
}

/** Read the value at a place, as a header of CSV names it. */
function valueAt(cell: Json, place: string): Value {
  const [key, within] = place.split(".") as [string, string?];
  if (within === undefined) return cell[key] as Value;
  return ((cell[key] as Json | null)?.[within] ?? null) as Value;
}
