import { columnarFormat } from "#src/engines/columnar/format.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { openReader, streamEntries } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dimension, Model } from "#src/core/model/cube.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { shareFields } from "#src/core/model/shared-fields.js";
import { loadPayments, ROWS } from "./payments.js";
import { markdownTable, median, print } from "./tables.js";

const ROUNDS = 5;
/** One entry in so many is left out, another one is new, and a third one has another amount. */
const RARE = 1000;

/** Measure comparing two versions of 1.4 million payments: joined by column, and as objects in a `Map`. */
export async function benchChanges(): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  const { model, engine: before } = await loadPayments(kernel);
  const after = await changeSome(kernel, model, before);
  const shared = shareFields(model, model);
  const [earlier, later] = [openReader(before, UNBOUNDED), openReader(after, UNBOUNDED)];
  const rounds = (run: () => Promise<number>) => repeat(run);
  const byColumn = await rounds(async () => {
    const { added, removed, changed } = await later.compare(earlier, shared);
    return added.length + removed.length + changed.after.length;
  });
  const first = await rounds(async () => {
    const { added, removed, changed } = await later.compare(earlier, shared, 1);
    return Number(added.length + removed.length + changed.after.length > 0);
  });
  const same = await rounds(async () => {
    const { added } = await later.compare(openReader(after, UNBOUNDED), shared);
    return added.length;
  });
  const byMap = await rounds(() => compareObjects(before, after));
  print(`\ntwo versions of ${ROWS} payments; medians of ${ROUNDS} rounds\n`);
  print(
    markdownTable(
      ["comparison", "differences", "ms", "share of objects in a `Map`"],
      [
        ["all differences", byColumn.found, byColumn.ms, byColumn.ms / byMap.ms],
        ["the same entries", same.found, same.ms, same.ms / byMap.ms],
        ["whether there is any", first.found, first.ms, first.ms / byMap.ms],
        ["objects in a `Map`", byMap.found, byMap.ms, 1],
      ],
    ),
  );
  kernel.close();
}

async function changeSome(kernel: Kernel, model: Model, before: Engine): Promise<Engine> {
  const builder = columnarFormat(kernel).build(model, null, 1);
  let at = 0;
  for await (const batch of streamEntries(before)) {
    const inputs = batch.flatMap((entry): EntryInput[] => {
      const input = inputOf(entry, model);
      if (++at % RARE === 0) return [];
      if (at % RARE === 1) return [input, renamed(input, model)];
      if (at % RARE !== 2) return [input];
      return [{ ...input, amounts: input.amounts.map(({ unscaled, scale }) => ({ unscaled: unscaled + 1n, scale })) }];
    });
    await builder.write(inputs);
  }
  return (await builder.finish()).engine;
}

/** Return an entry with another key. */
function renamed(input: EntryInput, model: Model): EntryInput {
  const field = model.key.find(({ kind }) => kind !== "measure") as Dimension;
  const members = input.members.map((values, at) =>
    at === field.index ? values.map((value) => (typeof value === "string" ? `${value}-new` : value)) : values,
  );
  const entry = { ...input, members };
  return { ...entry, id: planEntryId(model)(entry) };
}

function inputOf({ id, members, amounts }: Entry, model: Model): EntryInput {
  const none = (dimension: number) => model.dimensions[dimension]!.attributes.map(() => null);
  return { id, amounts, members: members.map((member, at) => member?.values ?? none(at)) };
}

/** Join objects by their ids, and compare the texts of their values. */
async function compareObjects(before: Engine, after: Engine): Promise<number> {
  const known = new Map<string, string>();
  for await (const batch of streamEntries(before)) for (const entry of batch) known.set(entry.id, textOf(entry));
  let found = 0;
  for await (const batch of streamEntries(after)) {
    for (const entry of batch) {
      if (known.get(entry.id) !== textOf(entry)) found++;
      known.delete(entry.id);
    }
  }
  return found + known.size;
}

function textOf({ members, amounts }: Entry): string {
  return [...members.map((member) => member?.values.join() ?? ""), ...amounts.map(({ unscaled }) => unscaled)].join();
}

async function repeat(run: () => Promise<number>): Promise<{ readonly found: number; readonly ms: number }> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    found = await run();
    times.push(performance.now() - begun);
  }
  return { found, ms: median(times) };
}
