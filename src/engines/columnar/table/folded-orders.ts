import { compareText } from "../../../core/engine/compare.js";
import { foldText, isAscii } from "../../../core/query/text/fold-text.js";
import { foldTexts } from "./fold-texts.js";
import { equalBytes } from "../base/hash-bytes.js";
import { sortTexts } from "./sort-texts.js";
import type { ColumnarTable, DimensionColumn } from "./table.js";
import { viewTexts } from "./text-views.js";
import { isValid } from "../base/validity.js";
import type { Values } from "./values.js";

/** Members between two checks. */
const STRIDE = 4096;

/** Orders of a dimension's members, by attribute. */
type ColumnOrders = Readonly<Record<"orders" | "places" | "searched", (Uint32Array | undefined)[]>>;

/**
 * Cache of the members' order by one attribute, ignoring letter case; ties are ordered by identity. Each order, and each
 * list of the members' positions in it, takes 4 bytes per member. They are built on first use, because sorting the texts
 * of a large dimension is slow.
 */
export class FoldedOrders {
  readonly #table: ColumnarTable;
  /** Absent until the first order is asked for. */
  #columns: WeakMap<DimensionColumn, ColumnOrders> | undefined;

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  /** Return the members, ordered by an attribute. @param check called while they are sorted; throws to abort */
  of(column: DimensionColumn, attribute: number, check: () => void): Uint32Array {
    return (this.#of(column).orders[attribute] ??= sortMembers(this.#table, column, attribute, check));
  }

  /** Return the position of each member in the order. */
  placesOf(column: DimensionColumn, attribute: number, check: () => void): Uint32Array {
    return (this.#of(column).places[attribute] ??= invert(this.of(column, attribute, check)));
  }

  /**
   * Return the members whose text is not ASCII, ordered by the code points of the text as a search folds it. For other
   * members, this order is the one without letter case.
   */
  searchedOf(column: DimensionColumn, attribute: number, check: () => void): Uint32Array {
    return (this.#of(column).searched[attribute] ??= sortSearched(column.attributes[attribute]!, check));
  }

  /** Return the bytes that the cached orders and positions of a dimension take. */
  bytesOf(column: DimensionColumn): number {
    const { orders = [], places = [], searched = [] } = this.#columns?.get(column) ?? {};
    return [...orders, ...places, ...searched].reduce((sum, each) => sum + (each?.byteLength ?? 0), 0);
  }

  #of(column: DimensionColumn): ColumnOrders {
    const columns = (this.#columns ??= new WeakMap());
    let cached = columns.get(column);
    if (!cached) columns.set(column, (cached = { orders: [], places: [], searched: [] }));
    return cached;
  }
}

function sortSearched(values: Values, check: () => void): Uint32Array {
  const members: number[] = [];
  const texts: string[] = [];
  for (let member = 0; member < values.length; member++) {
    if (member % STRIDE === 0) check();
    const text = values.at(member);
    if (typeof text !== "string" || isAscii(text)) continue;
    members.push(member);
    texts.push(foldText(text));
  }
  let compared = 0;
  const places = Uint32Array.from(texts, (_, place) => place).toSorted((a, b) => {
    if (++compared % STRIDE === 0) check();
    return compareText(texts[a]!, texts[b]!);
  });
  return places.map((place) => members[place]!);
}

function invert(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]!] = place;
  return places;
}

function sortMembers(
  { memories }: ColumnarTable,
  column: DimensionColumn,
  attribute: number,
  check: () => void,
): Uint32Array {
  const values = column.attributes[attribute]!;
  const place = column.columns[attribute];
  if (column.computed?.has(attribute) || place?.type !== "text") {
    return orderTies(values.order(check), column, (a, b) => values.same(a, b));
  }
  const { offsets, bytes, validity } = foldTexts(viewTexts(memories[place.memory]!, place), check);
  return orderTies(sortTexts({ offsets, bytes, validity }, check), column, (a, b) => {
    const size = offsets[a + 1]! - offsets[a]!;
    return (
      isValid(validity, a) === isValid(validity, b) &&
      size === offsets[b + 1]! - offsets[b]! &&
      equalBytes(bytes, offsets[a]!, bytes, offsets[b]!, size)
    );
  });
}

/** Sort members with equal values by identity, in place. */
function orderTies(
  order: Uint32Array,
  { dimension, ranks }: DimensionColumn,
  isSame: (a: number, b: number) => boolean,
): Uint32Array {
  for (let first = 0; first < order.length;) {
    let end = first + 1;
    while (end < order.length && isSame(order[first]!, order[end]!)) end++;
    if (end - first > 1) {
      const { rankOf } = ranks.of(dimension.identity.index);
      const ties = order.subarray(first, end);
      ties.set(ties.toSorted((a, b) => rankOf[a]! - rankOf[b]!));
    }
    first = end;
  }
  return order;
}
