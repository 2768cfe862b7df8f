import type { ClauseTest, Condition } from "../../query/condition/condition.js";
import { clauseKey } from "../../query/condition/clause-key.js";
import { amountColumn, type ClusterVersion } from "../table/version.js";
import type { ViewColumn } from "../table/view-column.js";
import { writeAmountTest } from "./amount-test.js";
import { type ReadNearIds, writeIdTest } from "./id-test.js";
import { type CodesByLength, findTextCodes, findValueCodes } from "./match-codes.js";
import type { StatementParts } from "./statement.js";

/** Codes of one dimension that match a text. */
export interface TextCodes {
  readonly column: ViewColumn;
  readonly byLength: CodesByLength;
}

/** Text clauses whose codes are kept for the next queries. */
const MAX_KEPT = 32;

/** Translates conditions into SQL. Texts and values are matched here; SQL compares codes. */
export class ConditionWriter {
  readonly #version: ClusterVersion;
  readonly #columns: readonly ViewColumn[];
  readonly #kept = new Map<string, readonly TextCodes[]>();

  constructor(version: ClusterVersion, columns: readonly ViewColumn[]) {
    this.#version = version;
    this.#columns = columns;
  }

  /** Write a condition. @param check called at intervals; throws to abort */
  async write(condition: Condition, parts: StatementParts, readNear: ReadNearIds, check: () => void): Promise<string> {
    if (condition.is === "clause") return this.writeTest(condition.test, parts, readNear, check);
    if (condition.is === "not") return `NOT (${await this.write(condition.of, parts, readNear, check)})`;
    const written: string[] = [];
    for (const part of condition.of) written.push(await this.write(part, parts, readNear, check));
    if (written.length === 0) return condition.is === "all" ? "1" : "0";
    return `(${written.join(condition.is === "all" ? " AND " : " OR ")})`;
  }

  /** Write the test of a clause. */
  async writeTest(test: ClauseTest, parts: StatementParts, readNear: ReadNearIds, check: () => void): Promise<string> {
    switch (test.on) {
      case "text": {
        const found = this.findText(test, check).map(({ column, byLength }) =>
          testCodes(column, [...byLength.values()].flat(), parts),
        );
        return found.length === 0 ? "0" : `(${found.join(" OR ")})`;
      }
      case "value": {
        const column = this.#columns[test.target.dimension.index]!;
        return testCodes(column, findValueCodes(column, test.target.attribute, test.value, check), parts);
      }
      case "amount": {
        const { index } = test.measure;
        return writeAmountTest(amountColumn(index), this.#version.facts.measures[index]!, test.amounts);
      }
      case "id":
        return writeIdTest(test.id, parts, readNear);
    }
  }

  /** Find the codes of each searched dimension that match a text. */
  findText(test: Extract<ClauseTest, { on: "text" }>, check: () => void): readonly TextCodes[] {
    const key = clauseKey(test);
    const known = this.#kept.get(key);
    if (known) return known;
    const { target, text } = test;
    const columns = target
      ? [this.#columns[target.dimension.index]!]
      : this.#columns.filter(({ dimension }) => !dimension.sources);
    const found = columns.map((column) => {
      check();
      const attributes = target ? [target.attribute] : column.dimension.attributes;
      return { column, byLength: findTextCodes(column, attributes, text, check) };
    });
    if (this.#kept.size === MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, found);
    return found;
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
