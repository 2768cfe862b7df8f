import { foldCase } from "../../../core/engine/fold-case.js";
import type { Dimension } from "../../../core/model/cube.js";
import { foldText, isAscii } from "../../../core/query/text/fold-text.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import { MISSING } from "../client/missing-text.js";
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

/** The other columns of a text that has more than ASCII characters, as they are written. */
export interface DerivedTexts {
  readonly folded: string;
  readonly searched: string;
  readonly tokens: readonly string[];
}

/** Written for texts of ASCII characters, and for missing ones: the cluster derives the rest. */
export const UNDERIVED: DerivedTexts = { folded: "", searched: "", tokens: [] };

/** Derive the other columns of a text, if the cluster cannot. Cost: folds a text twice and splits it into tokens. */
export function deriveTexts(value: string | null): DerivedTexts {
  if (value === null || isAscii(value)) return UNDERIVED;
  const searched = foldText(value);
  return { folded: foldCase(value), searched, tokens: readTokens(searched).map(({ text }) => text) };
}

/** Write the columns of a value as `deriveInline` expects them. */
export function writeInlineValue(writer: RowWriter, value: string | null): void {
  const { folded, searched, tokens } = deriveTexts(value);
  writer.text(value);
  writer.text(folded);
  writer.text(searched);
  writer.texts(tokens);
}

/**
 * Write expressions for the columns of an inline dimension, in their order. A text without a folded one has ASCII
 * characters only. Functions of the cluster refuse the byte of a missing text, so that its other columns are empty.
 * @param read writes how a column is read as it was written
 */
export function deriveInline(dimension: number, read: (column: string) => string): readonly string[] {
  const [text, folded, searched, tokens] = listInlineColumns(dimension).map(read) as [string, string, string, string];
  const derive = (written: string, missing: string, derived: string): string =>
    `multiIf(${folded} != '', ${written}, ${text} = ${MISSING}, ${missing}, ${derived})`;
  return [
    text,
    derive(folded, "''", `upper(${text})`),
    derive(searched, "''", `lower(${text})`),
    derive(tokens, "[]::Array(String)", `tokens(lower(${text}))`),
  ];
}

/** True for a dimension that can be inline: its members are texts, and have no other attributes. */
export function canBeInline({ kind, identity }: Dimension): boolean {
  return kind === "attribute" && identity.type === "text";
}
