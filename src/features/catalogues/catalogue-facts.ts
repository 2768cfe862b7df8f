import { ANONYMOUS } from "../../access/actor.js";
import { UserError } from "../../core/errors/errors.js";
import type { Dataset } from "../../store/dataset.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { type Context, queryBounds } from "../../calls/context.js";
import { type CatalogueFacts, CATALOGUED } from "./dcat.js";
import { Pace } from "../../core/engine/pace.js";
import { recallFile } from "../../calls/reading/entries/file-facts.js";
import { readDatasetPeriod } from "./dataset-period.js";

/** Read what a catalogue says of datasets beside their metadata. What is not known, or takes too long, is left out. */
export async function readCatalogueFacts(
  context: Context,
  datasets: readonly Dataset[],
  origin: string,
  signal?: Cancellation,
): Promise<ReadonlyMap<Dataset, CatalogueFacts>> {
  const found = new Map<Dataset, CatalogueFacts>();
  for await (const dataset of new Pace(queryBounds(context, ANONYMOUS, signal)).over(datasets)) {
    const files = await Promise.all(CATALOGUED.map((extension) => recallFile(context, dataset, extension)));
    found.set(dataset, {
      period: await orNothing(readDatasetPeriod({ context, actor: ANONYMOUS, dataset, origin, signal })),
      files: new Map(files.flatMap((facts, at) => (facts ? [[CATALOGUED[at]!, facts]] : []))),
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
