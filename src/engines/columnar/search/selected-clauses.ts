import type { Selection } from "../../kernel/query/query.js";
import { mayPassIn } from "../../../core/engine/term-signature.js";
import { listNearIdTests, nearIdKey, type NearIdTest } from "../../../core/engine/near-ids.js";
import { clauseKey } from "../../../core/query/condition/clause-key.js";
import type { ClauseTest, Condition, TestedClause } from "../../../core/query/condition/condition.js";
import { selectMembers } from "../select/select-members.js";
import type { ChosenMembers } from "../select/choose-members.js";
import { codesOf } from "../table/mapped-values.js";
import type { DerivedMembers, DimensionColumn } from "../table/table.js";
import { type RangedTest, type TextMatch, TextMatcher } from "./match-text.js";
import { findNearRows } from "./near-rows.js";
import { type SearchedTable, selectAmounts, selectIds } from "./select-clause.js";
import { listSearchedTexts, rangeWithin, type SearchedTexts } from "./searched-texts.js";
import type { TermLookup } from "./term-lookup.js";
import { uniteMembers } from "./unite-members.js";

type TextClause = Extract<ClauseTest, { readonly on: "text" }>;

/** The clauses of one search. Clauses that test the same are selected once. */
export class SelectedClauses {
  readonly #searched: SearchedTable;
  readonly #texts = new Map<DimensionColumn, readonly SearchedTexts[]>();
  readonly #matchers = new Map<TermLookup, TextMatcher>();
  readonly #matches = new Map<SearchedTexts, Map<string, TextMatch | null>>();
  readonly #keys = new Map<ClauseTest, string>();
  readonly #selections = new Map<string, Selection>();
  readonly #nearIdTests: readonly NearIdTest[];
  /** Rows whose ids are similar to a text, by the key of the test; `null` until the first is asked for. */
  #nearRows: ReadonlyMap<string, readonly number[]> | null = null;

  /** @param conditions conditions with all clauses that are going to be selected */
  constructor(searched: SearchedTable, conditions: readonly Condition[]) {
    this.#searched = searched;
    this.#nearIdTests = listNearIdTests(conditions);
    const { table, indexes } = searched;
    const clauses = conditions.flatMap(listTexts);
    for (const column of table.dimensions) {
      const tests = clauses.filter((test) => isSearched(test, column) && this.#mayMatch(test, column));
      if (tests.length === 0) continue;
      const named = new Set(tests.map(({ target }) => target?.attribute.index));
      const texts = listSearchedTexts(indexes, column, (attribute) => named.has(attribute));
      this.#texts.set(column, texts);
      for (const each of texts) {
        this.#matches.set(each, new Map());
        this.#matcherOf(each.index).matchTogether(tests.flatMap((test) => rangedTest(test, each) ?? []));
      }
    }
  }

  #matcherOf(index: TermLookup): TextMatcher {
    const searched = this.#searched;
    let matcher = this.#matchers.get(index);
    if (!matcher) {
      // Clauses that were counted are searched for later, at another pace.
      const check = (): void => searched.pace.check();
      matcher = new TextMatcher(index, { check, take: searched.memory.take });
      this.#matchers.set(index, matcher);
    }
    return matcher;
  }

  /** Return the dimensions in which a text is searched. */
  columnsOf({ target }: TextClause): readonly DimensionColumn[] {
    const { dimensions } = this.#searched.table;
    return target ? [dimensions[target.dimension.index]!] : dimensions.filter(({ dimension }) => !dimension.sources);
  }

  /** False if a stored dimension has not all words of a test, so that its terms need not be looked up. */
  #mayMatch({ target, text }: TextClause, { dimension, base, derived }: DimensionColumn): boolean {
    const { signature } = this.#searched.table;
    if (!signature || base || derived) return true;
    // The signature has the words of listed attributes.
    if (target && target.attribute.index >= dimension.attributes.length) return true;
    return mayPassIn(signature, dimension.index, text);
  }

  /** Return the texts of a dimension, if a clause searches it. */
  textsOf(column: DimensionColumn): readonly SearchedTexts[] {
    return this.#texts.get(column) ?? [];
  }

  /** Return the values that match a text; `null` if it is searched in other attributes. */
  matchOf(test: TextClause, texts: SearchedTexts): TextMatch | null {
    const matches = this.#matches.get(texts)!;
    const key = this.#keyOf(test);
    let match = matches.get(key);
    if (match === undefined) {
      const ranged = rangedTest(test, texts);
      matches.set(key, (match = ranged && this.#matchers.get(texts.index)!.match(ranged)));
    }
    return match;
  }

  #keyOf(test: ClauseTest): string {
    let key = this.#keys.get(test);
    if (key === undefined) this.#keys.set(test, (key = clauseKey(test)));
    return key;
  }

  /** Select the entries that match any of some texts, or the only clause, if it is not about text. */
  select(clauses: readonly TestedClause[]): Selection {
    const [{ test: first }] = clauses as readonly [TestedClause];
    if (first.on !== "text") return this.selectOther(first);
    const matched = new Map<SearchedTexts, { readonly column: DimensionColumn; readonly matches: TextMatch[] }>();
    for (const { test } of clauses as readonly { readonly test: TextClause }[]) {
      for (const column of this.columnsOf(test)) {
        for (const texts of this.textsOf(column)) {
          const match = this.matchOf(test, texts);
          if (!match) continue;
          if (!matched.has(texts)) matched.set(texts, { column: column.base ?? column, matches: [] });
          matched.get(texts)!.matches.push(match);
        }
      }
    }
    const chosen = [...matched].map(([texts, { column, matches }]): ChosenMembers => {
      const members = uniteMembers(texts.index, texts, matches, this.#searched.pace.check);
      return { column, members: texts.derived ? membersOfBase(texts.derived, members) : members };
    });
    return selectMembers(
      this.#searched,
      chosen.filter(({ members }) => members.length > 0),
    );
  }

  /** Select the entries that match a clause about amounts or ids. */
  selectOther(test: ClauseTest): Selection {
    if (test.on === "amount") return selectAmounts(this.#searched, test.measure, test.amounts);
    if (test.on !== "id") throw new TypeError(`Entries are not selected by ${test.on} here`);
    const key = clauseKey(test);
    let selection = this.#selections.get(key);
    if (!selection) this.#selections.set(key, (selection = selectIds(this.#searched, test.id, this.#rowsNear)));
    return selection;
  }

  readonly #rowsNear = (test: NearIdTest): readonly number[] => {
    this.#nearRows ??= findNearRows(this.#searched, this.#nearIdTests);
    return this.#nearRows.get(nearIdKey(test)) ?? [];
  };
}

/** True if a text is searched in a dimension. */
function isSearched({ target }: TextClause, { dimension }: DimensionColumn): boolean {
  return target ? target.dimension.index === dimension.index : !dimension.sources;
}

/** Return the members of the base that stand for some derived ones. */
function membersOfBase({ targets, values }: DerivedMembers, members: Uint32Array): Uint32Array {
  return Uint32Array.from(codesOf(targets(), values()[0]!.length, members));
}

function rangedTest({ target, text }: TextClause, texts: SearchedTexts): RangedTest | null {
  const range = rangeWithin(texts, target);
  return range && { test: text, range };
}

/** List the texts of a condition, each once. */
function listTexts(condition: Condition): readonly TextClause[] {
  const found = new Map<string, TextClause>();
  const visit = (part: Condition): void => {
    if (part.is === "not") visit(part.of);
    else if (part.is !== "clause") part.of.forEach(visit);
    else if (part.test.on === "text") found.set(clauseKey(part.test), part.test);
  };
  visit(condition);
  return [...found.values()];
}
