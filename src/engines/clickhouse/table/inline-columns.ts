import { foldCase } from "../../../core/engine/fold-case.js";
import type { Dimension } from "../../../core/model/cube.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import type { RowWriter } from "../client/row-writer.js";

/** Columns of entries that have the values of an inline dimension: one whose members have no codes. */
export interface InlineColumns {
  /** The text, or the byte of a missing one. */
  readonly text: string;
  /** The text as `foldCase` folds it: for the order of folded texts. */
  readonly folded: string;
  /** The text as `foldText` folds it, for searches of whole values and of beginnings. */
  readonly searched: string;
  /** The tokens of the searched text, in order. */
  readonly tokens: string;
}

/** Name the columns of an inline dimension. */
export function inlineColumns(dimension: number): InlineColumns {
  return {
    text: `t${dimension}`,
    folded: `c${dimension}`,
    searched: `f${dimension}`,
    tokens: `w${dimension}`,
  };
}

/** List the names of the columns of an inline dimension, in the order in which they are written. */
export function listInlineColumns(dimension: number): readonly string[] {
  const { text, folded, searched, tokens } = inlineColumns(dimension);
  return [text, folded, searched, tokens];
}

/** Define the columns of an inline dimension. */
export function defineInlineColumns(dimension: number): readonly string[] {
  return listInlineColumns(dimension).map((name, at) => `${name} ${at === 3 ? "Array(String)" : "String"}`);
}

/** Define the indexes by which an entry with a text or a token is found. */
export function defineInlineIndexes(dimension: number): readonly string[] {
  const { text, tokens } = inlineColumns(dimension);
  return [text, tokens].map((name) => `INDEX i${name} ${name} TYPE bloom_filter(0.01) GRANULARITY 1`);
}

/**
 * Write the columns of a value. Functions of the cluster refuse the byte of a missing text, so that its other columns are
 * empty. Cost: folds a text twice and splits it into tokens.
 */
export function writeInlineValue(writer: RowWriter, value: string | null): void {
  const searched = foldText(value ?? "");
  writer.text(value);
  writer.text(foldCase(value ?? ""));
  writer.text(searched);
  writer.texts(readTokens(searched).map(({ text }) => text));
}

/** True for a dimension that can be inline: its members are texts, and have no other attributes. */
export function canBeInline({ kind, identity }: Dimension): boolean {
  return kind === "attribute" && identity.type === "text";
}
