import { type Data, Dictionary, Int16, Int32, Int8, makeVector, type Utf8, type Vector } from "apache-arrow";
import { UNBOUNDED } from "../../engine/bounds.js";
import type { Engine, Reader } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import { withReader } from "../../engine/with-reader.js";
import type { Dimension } from "../../model/cube.js";
import { codeData, textData } from "../formats/arrow-data.js";

/** Entries that a member has on average where a dictionary is worth it: of fewer, the codes and texts take more room. */
const ENTRIES_PER_MEMBER = 4;
/** Dictionaries are held in memory while they are written. */
const MAX_MEMBERS = 2 ** 18;
/** Members that are read at once. */
const PAGE = 2 ** 14;

/** The distinct texts of an attribute, and which of them each member has. */
export interface TextDictionary {
  readonly type: Dictionary<Utf8, Int8 | Int16 | Int32>;
  /** Code the texts of some members; `null` is no value. */
  readonly makeData: (members: readonly (Member | null)[]) => Data;
}

/**
 * Collect the texts of a dimension's members, for each attribute without duplicates, which some readers refuse. All of
 * them stand before the first entry: not every reader takes dictionaries that grow.
 * @returns by position in `dimension.attributes`; `null` for numbers, and where most entries have a member of their own
 */
export async function readDictionaries(
  engine: Engine,
  dimension: Dimension,
): Promise<readonly (TextDictionary | null)[]> {
  return withReader(engine, UNBOUNDED, (reader) => collect(reader, engine.numEntries, dimension));
}

async function collect(
  reader: Reader,
  numEntries: number,
  dimension: Dimension,
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
      columns.forEach((column, at) => column?.add(member, member.values[at] as string | null));
  }
  return columns.map((column) => column && column.finish());
}

/** Codes of the texts of one attribute, in the order in which they are added. */
class TextCodes {
  readonly #codes = new Map<string, number>();
  /** Codes by `Member.id`; -1 for no value. */
  readonly #codeOf: number[] = [];

  add({ id }: Member, text: string | null): void {
    let code = text === null ? -1 : this.#codes.get(text);
    if (code === undefined) this.#codes.set(text!, (code = this.#codes.size));
    this.#codeOf[id] = code;
  }

  finish(): TextDictionary {
    const texts = [...this.#codes.keys()];
    const dictionary: Vector<Utf8> = makeVector(textData(texts));
    const type = new Dictionary(dictionary.type, indexType(texts.length));
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

/** The narrowest type of so many codes; signed, as every reader has them. */
function indexType(size: number): Int8 | Int16 | Int32 {
  return size <= 2 ** 7 ? new Int8() : size <= 2 ** 15 ? new Int16() : new Int32();
}
