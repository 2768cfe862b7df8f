import { readFile } from "node:fs/promises";
import { BadSource } from "../../core/errors/errors.js";
import { isObject } from "../../core/model/parse/section.js";
import type { Answers } from "./prepare.js";

/** Read a file of answers: a JSON object of the ids of decisions with their values. @throws BadSource */
export async function readAnswers(path: string | undefined): Promise<Answers> {
  if (path === undefined) return new Map();
  const remedy = 'write an object such as { "amount": "Paid", "currency": "EUR" }';
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new BadSource(`The answers in ${path} are not JSON; ${remedy}`, { cause });
    throw cause;
  }
  const entries = isObject(json) ? Object.entries(json) : [];
  if (!isObject(json) || entries.some(([, value]) => typeof value !== "string")) {
    throw new BadSource(`The answers in ${path} are not texts by question; ${remedy}`);
  }
  return new Map(entries as readonly (readonly [string, string])[]);
}
