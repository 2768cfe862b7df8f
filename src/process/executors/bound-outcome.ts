import type { Answer, Body, Redirect } from "../../calls/answer.js";
import type { Format } from "../../calls/formats.js";
import { InvalidForm } from "../../calls/views/pages/invalid-form.js";
import { stillCurrent } from "../../calls/reading/lookup/still-current.js";
import { parameters } from "../../core/query/parameters.js";
import type { DatasetCatalog } from "../../store/dataset-catalog.js";
import type { BoundOutcome } from "./messages.js";

/**
 * Describe the outcome of a call, so that it can pass between threads. A form with errors is an outcome, because its page
 * is made from the datasets.
 * @throws the other errors of the call
 */
export async function describeOutcome(call: () => Promise<Answer | Redirect>): Promise<BoundOutcome> {
  try {
    return describeAnswer(await call());
  } catch (error) {
    if (error instanceof InvalidForm) return { errors: error.errors, invalid: error.page() };
    throw error;
  }
}

function describeAnswer(outcome: Answer | Redirect): BoundOutcome {
  if ("redirect" in outcome) return outcome;
  const { formats, estimate, holds, measure, measured, ...facts } = outcome;
  return {
    facts,
    formats: Object.keys(formats) as Format[],
    steps: estimate?.() ?? null,
    isKept: holds !== undefined,
    isFile: measure !== undefined && measured !== undefined,
  };
}

/**
 * Return the described outcome, or throw the error that it describes.
 * @param catalog has the datasets as they are now
 * @param call makes the call on this thread, to compute a format here after all
 */
export function reviveOutcome(
  outcome: BoundOutcome,
  catalog: Pick<DatasetCatalog, "get">,
  call: () => Promise<Answer | Redirect>,
): Answer | Redirect {
  if ("redirect" in outcome) return outcome;
  if ("invalid" in outcome) throw new InvalidForm(outcome.errors, parameters([]), () => outcome.invalid);
  const { facts, formats, steps, isKept, isFile } = outcome;
  const [name = "", ...others] = facts.effort?.datasets ?? [];
  const dataset = isKept && others.length === 0 ? catalog.get(name) : undefined;
  const callAgain = async (): Promise<Answer> => {
    const answer = await call();
    if ("redirect" in answer) throw new TypeError(`A call was redirected to ${answer.redirect} the second time`);
    return answer;
  };
  const computeHere = async (format: Format): Promise<Body> => (await callAgain()).formats[format]!();
  return {
    ...facts,
    formats: Object.fromEntries(formats.map((format) => [format, () => computeHere(format)])),
    ...(steps !== null && { estimate: () => steps }),
    ...(isFile && {
      measure: async () => (await callAgain()).measure!(),
      measured: async () => (await callAgain()).measured!(),
    }),
    ...(dataset?.version === facts.version && { holds: stillCurrent(catalog, dataset) }),
  };
}
