import { foldTexts } from "./fold-texts.js";
import { equalBytes } from "../base/hash-bytes.js";
import { sortTexts } from "./sort-texts.js";
import type { ColumnarTable, DimensionColumn } from "./table.js";
import { viewTexts } from "./text-views.js";
import { isValid } from "../base/validity.js";

/**
 * Members in the order of one attribute, letter case aside, then of their identities, and where each of them is in it; 4
 * bytes a member each. Made when first asked for, because sorting the texts of a large dimension takes a while.
 */
export class FoldedOrders {
  readonly #table: ColumnarTable;
  readonly #orders = new Map<DimensionColumn, (Uint32Array | undefined)[]>();
  readonly #places = new Map<DimensionColumn, (Uint32Array | undefined)[]>();

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  of(column: DimensionColumn, attribute: number): Uint32Array {
    return (madeOf(this.#orders, column)[attribute] ??= sortMembers(this.#table, column, attribute));
  }

  /** For each member its place in the order. */
  placesOf(column: DimensionColumn, attribute: number): Uint32Array {
    return (madeOf(this.#places, column)[attribute] ??= invert(this.of(column, attribute)));
  }

  bytesOf(column: DimensionColumn): number {
    const made = [...madeOf(this.#orders, column), ...madeOf(this.#places, column)];
    return made.reduce((sum, each) => sum + (each?.byteLength ?? 0), 0);
  }
}

function madeOf<T>(all: Map<DimensionColumn, T[]>, column: DimensionColumn): T[] {
  let made = all.get(column);
  if (!made) all.set(column, (made = []));
  return made;
}

function invert(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]!] = place;
  return places;
}

function sortMembers({ memories }: ColumnarTable, column: DimensionColumn, attribute: number): Uint32Array {
  const values = column.attributes[attribute]!;
  const place = column.columns[attribute]!;
  if (place.type !== "text") return orderTies(values.order(), column, (a, b) => values.same(a, b));
  const { offsets, bytes, validity } = foldTexts(viewTexts(memories[place.memory]!, place));
  return orderTies(sortTexts({ offsets, bytes, validity }), column, (a, b) => {
    const size = offsets[a + 1]! - offsets[a]!;
    return (
      isValid(validity, a) === isValid(validity, b) &&
      size === offsets[b + 1]! - offsets[b]! &&
      equalBytes(bytes, offsets[a]!, bytes, offsets[b]!, size)
    );
  });
}

/** Bring members that are equal so far into the order of their identities. */
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
