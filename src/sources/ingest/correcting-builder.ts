import type { Engine } from "../../core/engine/engine.js";
import { UNBOUNDED } from "../../core/engine/bounds.js";
import type { Entry } from "../../core/engine/entry.js";
import { planCorrections } from "../../core/engine/correct-rows.js";
import type { EntryInput } from "../../core/engine/source-row.js";
import type { TableBuilder } from "../../core/engine/storage.js";
import { withReader } from "../../core/engine/with-reader.js";
import type { Model } from "../../core/model/cube.js";
import { rowModel } from "../../core/model/row-model.js";

/** Return a builder that writes rows as the corrections of a model have them. */
export function correctingBuilder(builder: TableBuilder, model: Model): TableBuilder {
  const correction = planCorrections(model);
  if (!correction) return builder;
  return {
    write: (entries, source) =>
      builder.write(
        entries.map((entry) => correction.entry(entry)),
        source,
      ),
    writeRows: (rows) => builder.writeRows(correction.batch(rows)),
    disagreements: () => builder.disagreements(),
    finish: (isKept) => builder.finish(isKept),
    abandon: () => builder.abandon(),
  };
}

/** Write all entries of a version to a builder, in the order in which they were first loaded, with their ids and sources. */
export async function copyEntries(
  version: Engine,
  model: Model,
  builder: TableBuilder,
  signal?: AbortSignal,
): Promise<void> {
  const rows = rowModel(model);
  const empty = rows.dimensions.map(({ attributes }) => attributes.map(() => null));
  const inputOf = ({ id, members, amounts, record }: Entry): EntryInput => ({
    id,
    ...(record === null ? {} : { row: record }),
    members: members.map((member, at) => member?.values ?? empty[at]!),
    amounts,
  });
  await withReader(version, { ...UNBOUNDED, signal }, async (reader) => {
    for await (const batch of reader.entries()) {
      signal?.throwIfAborted();
      for (let at = 0; at < batch.length;) {
        const { source, record } = batch[at]!;
        const first = at;
        while (at < batch.length && batch[at]!.source === source && (batch[at]!.record === null) === (record === null))
          at++;
        await builder.write(batch.slice(first, at).map(inputOf), source);
      }
    }
  });
}
