import { randomUUID } from "node:crypto";
import { UserError } from "../../../core/errors/errors.js";
import type { Answer } from "../../answer.js";
import { describeRun } from "./describe-run.js";
import type { Enqueued } from "./enqueue.js";
import { sourceUrl } from "../../reading/describe/links.js";
import type { Loads } from "./loads.js";
import type { Run } from "./run.js";
import { waitForLoad } from "./wait-for-load.js";

/** A load that is running or, if the client has waited for it, done. */
export type Started = { readonly accepted: string; readonly location: string } | Answer;

/**
 * Describe a load that has started.
 * @param describe describes the dataset, when the answer is written
 * @param wait true to answer when the load is done, or when it makes no progress for too long
 * @throws the error of the load, if `wait` is true
 */
export async function startedLoad(
  loads: Loads,
  enqueued: Enqueued,
  describe: () => object,
  wait: boolean,
  origin: string,
): Promise<Started> {
  const { runs } = loads.services;
  const [first] = enqueued.runs as readonly [Run];
  const isDone = wait && (await waitToEnd(loads, enqueued, describeRun(first, origin).url));
  const now = enqueued.runs.map((run) => describeRun(runs.find(run.dataset, run.id) ?? run, origin));
  const { id, url } = first.source;
  const source = { id, url, html_url: sourceUrl(origin, first.dataset, id) };
  const description = JSON.stringify({ ...describe(), source, run: now[0], ...(now.length > 1 ? { runs: now } : {}) });
  if (!isDone) return { accepted: description, location: now[0]!.url };
  return {
    location: now[0]!.url,
    version: randomUUID(),
    lastModified: new Date(),
    canonical: "",
    public: false,
    formats: { json: async () => ({ chunks: [description] }) },
  };
}

/** Wait for the end of a load. @throws the error of the load, with the URL of its run */
async function waitToEnd(loads: Loads, enqueued: Enqueued, location: string): Promise<boolean> {
  try {
    return await waitForLoad(loads, enqueued);
  } catch (error) {
    if (error instanceof UserError) error.location = location;
    throw error;
  }
}
