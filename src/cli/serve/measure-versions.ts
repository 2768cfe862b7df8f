import { setImmediate } from "node:timers/promises";
import { compareLists } from "../../core/engine/compare-lists.js";
import { OPERATOR } from "../../access/actor.js";
import type { Context } from "../../calls/context.js";
import { isSmall } from "../../calls/reading/entries/measure-version.js";
import { showDataPackage } from "../../calls/views/resources/bulk-files.js";
import { Cancel } from "../../web/http/message/cancel.js";
import type { BodyExecutor } from "../../web/http/reply/body-executor.js";
import type { Catalog } from "../../store/catalog.js";
import type { Dataset } from "../../store/dataset.js";

const PACKAGE = "/{dataset}/meta/datapackage.json";

/** Measure the files of versions that are published from now on, on a thread of low priority. @returns ends it */
export function measurePublished(context: Context & { readonly catalog: Catalog }, executor: BodyExecutor): () => void {
  const { catalog } = context;
  const seen = new Set(catalog.list().map(({ contents }) => contents));
  let shown: readonly Dataset[] = [];
  return catalog.watch((datasets) => {
    const { fresh } = compareLists(shown, datasets);
    shown = datasets;
    for (const dataset of fresh) {
      if (dataset.isFixed || seen.has(dataset.contents)) continue;
      seen.add(dataset.contents);
      if (!isSmall(dataset)) void measure(context, executor, dataset);
    }
  });
}

async function measure(context: Context, executor: BodyExecutor, { model }: Dataset): Promise<void> {
  const { name } = model.dataset;
  const origin = "http://localhost";
  const call = { route: PACKAGE, segments: new Map([["dataset", name]]), pairs: [], actor: OPERATOR, origin };
  try {
    // The catalog shows a version while it publishes it.
    await setImmediate();
    const answer = showDataPackage(context, OPERATOR, name, origin);
    const request = { ...call, user: null, language: "en", format: "json", remoteAddress: "" } as const;
    // It goes on after the time for one request is over.
    await executor.measure(request, answer, new Cancel({ client: "files of versions" }));
  } catch {
    // The first request for a file measures it.
  }
}
