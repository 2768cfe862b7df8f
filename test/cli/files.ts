import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SPENDING } from "../fixtures.js";
import { inDirectory, type Outcome, runHere } from "./run.js";

export const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
export const GOOD = `${HEADER}10.10,1,2009-03-02,,a,North,1.5,1,Police,#112233,2\n-0.05,,2010,2011-01-01,b,=South,,2,"Fire, water",,\n`;
const BAD = `${GOOD}abc,,2009-13-01,,c,North,,1,Police,,\n1,,2009,,d,North\n`;

export interface Files {
  readonly data: string;
  readonly model: string;
  readonly good: string;
  readonly bad: string;
}

/** Give a test a model, a file of good rows, one with some bad rows, and a data directory that does not exist. */
export async function withFiles(use: (files: Files) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const files = {
      data: join(directory, "data"),
      model: join(directory, "model.json"),
      good: join(directory, "good.csv"),
      bad: join(directory, "bad.csv"),
    };
    await writeFile(files.model, JSON.stringify(SPENDING));
    await writeFile(files.good, GOOD);
    await writeFile(files.bad, BAD);
    await use(files);
  });
}

/** Load a file in this process. */
export function load(files: Files, csv: string, ...more: string[]): Promise<Outcome> {
  return runHere(loading(files, csv, ...more));
}

/** The command that loads a file. */
export function loading({ data, model }: Files, csv: string, ...more: string[]): string[] {
  return ["load", "--data", data, "--metadata", model, "--csv", csv, ...more];
}
