import { readFile } from "node:fs/promises";
import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import { isObject } from "../../core/model/parse/section.js";
import type { Answers } from "./prepare.js";

/** Read a file of answers: a JSON object of the ids of decisions with their values. @throws BadSource */
export async function readAnswers(path: string | undefined): Promise<Answers> {
  if (path === undefined) return new Map();
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new BadSource(errorText("answers_not_json", { file: path }), { cause });
    throw cause;
  }
  const entries = isObject(json) ? Object.entries(json) : [];
  if (!isObject(json) || entries.some(([, value]) => typeof value !== "string")) {
    throw new BadSource(errorText("answers_not_texts", { file: path }));
  }
  return new Map(entries as readonly (readonly [string, string])[]);
}
