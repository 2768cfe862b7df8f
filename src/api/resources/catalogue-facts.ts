import { ANONYMOUS } from "../../access/actor.js";
import { UserError } from "../../errors/errors.js";
import type { Dataset } from "../../store/dataset.js";
import type { Context } from "../context.js";
import { type CatalogueFacts, CATALOGUED } from "../describe/dcat.js";
import { measureFile } from "../entries/file-facts.js";
import { readDaySpan } from "../pages/day-span.js";

/** Maximum number of entries whose files are measured for a catalogue: each takes a pass, once for each version. */
const MAX_MEASURED = 10_000;

/** Read what a catalogue says of datasets beside their metadata. What takes too long is left out. */
export async function readCatalogueFacts(
  context: Context,
  datasets: readonly Dataset[],
  origin: string,
): Promise<ReadonlyMap<Dataset, CatalogueFacts>> {
  const found = new Map<Dataset, CatalogueFacts>();
  for (const dataset of datasets) {
    const isSmall = dataset.engine.numEntries <= MAX_MEASURED;
    const files = isSmall ? await Promise.all(CATALOGUED.map((extension) => measureFile(dataset, extension))) : [];
    found.set(dataset, {
      period: await orNothing(readDaySpan({ context, actor: ANONYMOUS, dataset, origin })),
      files: new Map(files.map((facts, at) => [CATALOGUED[at]!, facts])),
    });
  }
  return found;
}

async function orNothing<Fact>(fact: Promise<Fact>): Promise<Fact | null> {
  try {
    return await fact;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
