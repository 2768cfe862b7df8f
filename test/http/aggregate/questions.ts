import type { Row } from "../../unit/scripts/demo/rows.js";
import { ROWS } from "../../unit/scripts/demo/rows.js";
import type { Assistant, ToolResult } from "../features/assistant.js";
import { type Payment, PAYMENTS } from "./question-town.js";

/** A question, the calls of tools that answer it, and the answer computed from the rows. */
export interface Question {
  readonly text: string;
  readonly dataset: "uk-spending" | "newtown";
  /** Answers with the tools; the last result is cited. */
  readonly answer: (tools: Tools) => Promise<readonly [answer: unknown, last: ToolResult]>;
  readonly expected: unknown;
  /** Matches what the last result has to begin with. */
  readonly caveat?: RegExp;
}

type Json = Readonly<Record<string, unknown>>;

/** The tools as questions use them. */
export class Tools {
  readonly #assistant: Assistant;
  readonly #dataset: string;

  constructor(assistant: Assistant, dataset: string) {
    this.#assistant = assistant;
    this.#dataset = dataset;
  }

  call(name: string, args: object): Promise<ToolResult> {
    return this.#assistant.call(name, args);
  }

  aggregate(args: object): Promise<ToolResult> {
    return this.call("aggregate", { dataset: this.#dataset, ...args });
  }

  /** Find the only or largest member that words stand for. */
  async member(words: string, args: object = {}): Promise<{ name: string; label: string; cut: string }> {
    const { content } = await this.call("find_members", { dataset: this.#dataset, words, ...args });
    return (content["members"] as { name: string; label: string; cut: string }[])[0]!;
  }
}

export function summaryOf({ content }: ToolResult): Json {
  return content["summary"] as Json;
}

export function cellsOf({ content }: ToolResult): readonly Json[] {
  return content["drilldown"] as Json[];
}

/** Write cents as a decimal without zeros at its end. */
export function decimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, "");
  return cents < 0n ? `-${text}` : text;
}

/** The amount of a row of the demo. */
export const pence = ({ amount }: Row): bigint => BigInt(amount!.replace(".", ""));

/** Sum the rows of the demo that meet a condition. */
export function demoSum(keep: (row: Row) => boolean): bigint {
  return ROWS.filter(keep).reduce((sum, row) => sum + pence(row), 0n);
}

/** Sum the payments that meet a condition. */
export function townSum(keep: (payment: Payment) => boolean): bigint {
  return PAYMENTS.filter(keep).reduce((sum, { cents }) => sum + cents, 0n);
}

/** Sum rows by a key. @returns pairs, the largest sum first */
export function sumsBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  centsOf: (row: T) => bigint,
): [string, bigint][] {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + centsOf(row));
  return [...sums].toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
}

/** Return the middle amount in hundredths of a cent, so that the mean of two is whole. */
export function middle(cents: readonly bigint[]): bigint {
  const sorted = cents.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? 100n * sorted[Math.floor(half)]! : 50n * (sorted[half - 1]! + sorted[half]!);
}
