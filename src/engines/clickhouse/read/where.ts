import { searchedAttributes } from "../../../core/model/member-labels.js";
import type { ClauseTest, Condition, AmountTest, Bound } from "../../../core/query/condition/condition.js";
import { clauseKey } from "../../../core/query/condition/clause-key.js";
import { amountColumn, type ClusterVersion } from "../table/version.js";
import type { InlineColumn } from "../table/inline-column.js";
import type { ViewColumn, ViewedColumn } from "../table/view-column.js";
import type { ConditionReads } from "./condition-reads.js";
import { writeIdTest } from "./id-test.js";
import { writeInlineTextTest, writeInlineValueTest } from "./inline-test.js";
import { type CodesByLength, findTextCodes, findValueCodes } from "./match-codes.js";
import type { StatementParts } from "./statement.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { StoredMeasure } from "../table/amounts.js";

/** Codes of one dimension that match a text. */
export interface TextCodes {
  readonly column: ViewColumn;
  readonly byLength: CodesByLength;
}

/** A test of the texts of an inline dimension. */
export interface InlineTest {
  readonly column: InlineColumn;
  readonly sql: string;
}

/** Text clauses whose codes are kept for the next queries. */
const MAX_KEPT = 32;

/** Translates conditions into SQL. Texts and values are matched here, and SQL compares codes; inline ones it matches. */
export class ConditionWriter {
  readonly #version: ClusterVersion;
  readonly #columns: readonly ViewedColumn[];
  readonly #kept = new Map<string, readonly TextCodes[]>();

  constructor(version: ClusterVersion, columns: readonly ViewedColumn[]) {
    this.#version = version;
    this.#columns = columns;
  }

  /** Write a condition. */
  async write(condition: Condition, parts: StatementParts, reads: ConditionReads): Promise<string> {
    if (condition.is === "clause") return this.writeTest(condition.test, parts, reads);
    if (condition.is === "not") return `NOT (${await this.write(condition.of, parts, reads)})`;
    const written: string[] = [];
    for (const part of condition.of) written.push(await this.write(part, parts, reads));
    if (written.length === 0) return condition.is === "all" ? "1" : "0";
    return `(${written.join(condition.is === "all" ? " AND " : " OR ")})`;
  }

  /** Write the test of a clause. */
  async writeTest(test: ClauseTest, parts: StatementParts, reads: ConditionReads): Promise<string> {
    switch (test.on) {
      case "text": {
        const found = this.findText(test, reads.check).map(({ column, byLength }) =>
          testCodes(column, [...byLength.values()].flat(), parts),
        );
        for (const { sql } of await this.writeInlineTexts(test, parts, reads)) found.push(sql);
        return found.length === 0 ? "0" : `(${found.join(" OR ")})`;
      }
      case "value": {
        const column = this.#columns[test.target.dimension.index]!;
        if (column.isInline) return writeInlineValueTest(column, test, parts, reads);
        return testCodes(column, findValueCodes(column, test.target.attribute, test.value, reads.check), parts);
      }
      case "amount": {
        const { index } = test.measure;
        return writeAmountTest(amountColumn(index), this.#version.facts.measures[index]!, test.amounts);
      }
      case "id":
        return writeIdTest(test.id, parts, reads.readNearIds);
    }
  }

  /** Write a test for each searched dimension that is inline. */
  async writeInlineTexts(
    test: Extract<ClauseTest, { on: "text" }>,
    parts: StatementParts,
    reads: ConditionReads,
  ): Promise<readonly InlineTest[]> {
    const written: InlineTest[] = [];
    for (const column of this.#searched(test)) {
      if (column.isInline) written.push({ column, sql: await writeInlineTextTest(column, test, parts, reads) });
    }
    return written;
  }

  /** Find the codes of each searched dimension that match a text; inline ones are left out. */
  findText(test: Extract<ClauseTest, { on: "text" }>, check: () => void): readonly TextCodes[] {
    const key = clauseKey(test);
    const known = this.#kept.get(key);
    if (known) return known;
    const { target, text } = test;
    const columns = this.#searched(test).filter((column): column is ViewColumn => !column.isInline);
    const found = columns.map((column) => {
      check();
      const attributes = target ? [target.attribute] : searchedAttributes(column.dimension);
      return { column, byLength: findTextCodes(column, attributes, text, check) };
    });
    if (this.#kept.size === MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, found);
    return found;
  }

  #searched({ target }: Extract<ClauseTest, { on: "text" }>): readonly ViewedColumn[] {
    if (target) return [this.#columns[target.dimension.index]!];
    return this.#columns.filter(({ dimension }) => !dimension.sources);
  }
}

/** Write a test that an entry has one of some codes. The shorter list is written: these codes, or all others. */
export function testCodes(column: ViewColumn, codes: readonly number[], parts: StatementParts): string {
  if (codes.length === column.codes.length) return "1";
  if (codes.length <= column.codes.length / 2) return parts.isOneOf(column.column, codes);
  const own = new Set(codes);
  return `NOT (${parts.isOneOf(
    column.column,
    column.codes.filter((code) => !own.has(code)),
  )})`;
}

/** Write a test of a measure's column as SQL. */
function writeAmountTest(column: string, { scale }: StoredMeasure, test: AmountTest): string {
  if (test.is === "range") {
    const bounds = [writeBound(column, ">", scale, test.from), writeBound(column, "<", scale, test.to)];
    return bounds.filter((each) => each !== null).join(" AND ") || "1";
  }
  const whole = test.amounts.flatMap((amount) => {
    const { floor, isWhole } = toScale(amount, scale);
    return isWhole && fits(floor) ? [`${column} = ${literal(floor)}`] : [];
  });
  return whole.length === 0 ? "0" : `(${whole.join(" OR ")})`;
}

function writeBound(column: string, sign: "<" | ">", scale: number, bound: Bound<Decimal> | null): string | null {
  if (bound === null) return null;
  const { floor, isWhole } = toScale(bound.at, scale);
  if (!fits(floor)) return floor > 0n === (sign === "<") ? "1" : "0";
  // An integer is above a fraction if it is above its floor, and below if it is at most the floor.
  if (!isWhole) return `${column} ${sign === "<" ? "<=" : ">"} ${literal(floor)}`;
  return `${column} ${sign}${bound.inclusive ? "=" : ""} ${literal(floor)}`;
}

function toScale({ unscaled, scale }: Decimal, wanted: number): { readonly floor: bigint; readonly isWhole: boolean } {
  if (scale <= wanted) return { floor: unscaled * 10n ** BigInt(wanted - scale), isWhole: true };
  const power = 10n ** BigInt(scale - wanted);
  const rest = unscaled % power;
  return { floor: unscaled / power - (rest < 0n ? 1n : 0n), isWhole: rest === 0n };
}

/** Columns have integers of at most 76 digits. */
function fits(integer: bigint): boolean {
  return integer > -(10n ** 76n) && integer < 10n ** 76n;
}

function literal(integer: bigint): string {
  return `toInt256('${integer}')`;
}
