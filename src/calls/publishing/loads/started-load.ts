import { randomUUID } from "node:crypto";
import { UserError } from "../../../core/errors/errors.js";
import type { Answer } from "../../answer.js";
import { describeRun } from "./describe-run.js";
import type { Enqueued } from "./enqueue.js";
import { sourceUrl } from "../../reading/describe/links.js";
import type { Loads } from "./loads.js";
import type { Run } from "./run.js";

/** Number of times to look for progress within the idle timeout. */
const LOOKS = 8;

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

/**
 * Wait for the end of a load, as long as it makes progress.
 * @returns true if it is done; false if it made no progress during the idle timeout: then it continues
 * @throws the error of the load
 */
async function waitForLoad({ services, idleTimeoutMs }: Loads, { runs, done }: Enqueued): Promise<boolean> {
  const look = (): string =>
    JSON.stringify(
      runs.map(({ dataset, id }) => {
        const run = services.runs.find(dataset, id);
        return run && [run.status, run.counts];
      }),
    );
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<false>((resolve) => {
    let last = look();
    let unchanged = 0;
    timer = setInterval(() => {
      const now = look();
      unchanged = now === last ? unchanged + 1 : 0;
      last = now;
      if (unchanged >= LOOKS) resolve(false);
    }, idleTimeoutMs / LOOKS);
    timer.unref();
  });
  try {
    return await Promise.race([done.then(() => true), idle]);
  } finally {
    clearInterval(timer);
  }
}
