import { datasetTitleOf } from "../../core/model/values/readable-name.js";
import type { TableAnalysis } from "./table-analysis.js";

/** Names of files that say nothing of what is in them. */
const NAMELESS =
  /^(data|dataset|file|table|sheet|export|download|report|output|result|test|copy|upload|csv|tabelle|datei|fichier|datos|dati|dados)s?$/i;
/** Least number of characters of a title; long ones are cut in previews, and no titles. */
const SHORTEST = 8;

/** Propose the title of a dataset: the name of its file or, if that says nothing, the line of a title above its header. */
export function proposeTitle({ preview = [], headerRow = 1 }: TableAnalysis, stem: string): string {
  const named = datasetTitleOf(stem);
  const words = named.match(/\p{L}{4,}/gu) ?? [];
  if (words.some((word) => !NAMELESS.test(word))) return named;
  const lines = preview.slice(0, headerRow - 1).map((cells) => cells.map((cell) => cell.trim()).filter(Boolean));
  const title = lines.find(([text = "", ...others]) => others.length === 0 && isTitle(text))?.[0];
  return title ?? (named || "Dataset");
}

/** True for words, not a date, a number, or a note in brackets or with a colon. */
function isTitle(text: string): boolean {
  return (
    text.length >= SHORTEST && /^\p{L}/u.test(text) && /\p{L}{4}/u.test(text) && /\s/.test(text) && !/:|…$/.test(text)
  );
}
