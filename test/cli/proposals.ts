import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Outcome, runHere } from "./run.js";

/** Outcome of proposing a model. */
export interface Trial extends Outcome {
  /** The load of the file under the proposed model. */
  readonly loaded: Outcome;
}

/** Propose a model for a file, write it down as it was printed, and load the file under it. */
export async function tryProposal(directory: string, csv: string, ...options: string[]): Promise<Trial> {
  const proposed = await runHere(["propose", csv, ...options]);
  const model = join(directory, "model.json");
  await writeFile(model, proposed.out);
  const loaded = await runHere([
    "load",
    "--json",
    "--data",
    join(directory, "data"),
    "--metadata",
    model,
    "--csv",
    csv,
  ]);
  return { ...proposed, loaded };
}
