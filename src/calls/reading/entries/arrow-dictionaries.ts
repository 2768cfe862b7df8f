import { type Data, Dictionary, Int16, Int32, Int8, makeVector, type Utf8, type Vector } from "apache-arrow";
import { UNBOUNDED } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import { memberValue } from "../describe/describe-member.js";
import { codeData, textData } from "../formats/arrow-data.js";

/** Minimum average number of entries for each member: below that, codes and texts take more bytes than plain text. */
const ENTRIES_PER_MEMBER = 4;
/** Limit of dictionaries: they are in memory while they are written. */
const MAX_MEMBERS = 2 ** 18;
/** Number of members that are read at once. */
const PAGE = 2 ** 14;

/** The distinct texts of an attribute, and the text of each member as a code. */
export interface TextDictionary {
  readonly type: Dictionary<Utf8, Int8 | Int16 | Int32>;
  /** Return the codes of members' texts; `null` is a missing value. */
  readonly makeData: (members: readonly (Member | null)[]) => Data;
}

/**
 * Collect the distinct texts of a dimension's members for each attribute: some readers refuse duplicates. Dictionaries
 * are complete before the first entry is written: some readers do not support dictionaries that grow.
 * @param firstId id of the first dictionary; unique in the file, and the same in every export of the version
 * @returns dictionaries by position in `dimension.attributes`; `null` for numbers, and for all attributes if the
 * dimension has too many members or too few entries for each
 */
export async function readDictionaries(
  dataset: Pick<Dataset, "engine" | "model">,
  dimension: Dimension,
  firstId: number,
): Promise<readonly (TextDictionary | null)[]> {
  return withReader(dataset, UNBOUNDED, (reader) => collect(reader, dataset.engine.numEntries, dimension, firstId));
}

async function collect(
  reader: Reader,
  numEntries: number,
  dimension: Dimension,
  firstId: number,
): Promise<readonly (TextDictionary | null)[]> {
  const { attributes, identity } = dimension;
  const numMembers = await reader.countMembers(dimension);
  const isWorthIt = numMembers > 0 && numMembers <= Math.min(MAX_MEMBERS, numEntries / ENTRIES_PER_MEMBER);
  if (!isWorthIt) return attributes.map(() => null);
  const columns = attributes.map(({ type }) => (type === "text" ? new TextCodes() : null));
  for (let first = 0; first < numMembers; first += PAGE) {
    const query = { dimension, attributes: [identity], prefix: "", filters: [], first, limit: PAGE };
    const { members } = await reader.distinct(query);
    for (const member of members)
      columns.forEach((column, at) =>
        column?.add(member, memberValue(dimension, attributes[at]!, member) as string | null),
      );
  }
  return columns.map((column, at) => column && column.finish(firstId + at));
}

/** The codes of the texts of one attribute, numbered in the order in which they are added. */
class TextCodes {
  readonly #codes = new Map<string, number>();
  /** Codes by `Member.id`; -1 for a missing value. */
  readonly #codeOf: number[] = [];

  add({ id }: Member, text: string | null): void {
    let code = text === null ? -1 : this.#codes.get(text);
    if (code === undefined) this.#codes.set(text!, (code = this.#codes.size));
    this.#codeOf[id] = code;
  }

  finish(id: number): TextDictionary {
    const texts = [...this.#codes.keys()];
    const dictionary: Vector<Utf8> = makeVector(textData(texts));
    const type = new Dictionary(dictionary.type, indexType(texts.length), id);
    const codeOf = this.#codeOf;
    return {
      type,
      makeData: (members) =>
        codeData(
          members.map((member) => (member ? codeOf[member.id]! : -1)),
          type,
          dictionary,
        ),
    };
  }
}

/** Return the narrowest type for a number of codes; signed, because every reader supports that. */
function indexType(size: number): Int8 | Int16 | Int32 {
  return size <= 2 ** 7 ? new Int8() : size <= 2 ** 15 ? new Int16() : new Int32();
}
