import { amountAt, FRESH, NO_TEXT, type RowBatch, type RowMembers } from "../../../core/engine/row-batch.js";
import { identityText } from "../../../core/model/entry-id.js";
import type { Field, Model } from "../../../core/model/cube.js";
import { keyText } from "../../../core/model/values/decimal.js";
import { DIGEST_BATCH, DIGEST_BYTES, digesterHere, type KeyTexts } from "../../kernel/ids/digester.js";
import { openKeyTexts } from "../table/entry-ids.js";

/** Makes the ids of the rows of batches, as `planEntryId` makes that of one row. */
export class BatchIds {
  readonly #model: Model;
  /** For each dimension of the key the texts of members by the codes that batches give them. */
  readonly #known: readonly Uint8Array[][];
  #ids = Buffer.alloc(0);

  constructor(model: Model) {
    this.#model = model;
    this.#known = model.key.map(() => []);
  }

  /** Return the ids of the rows of a batch, 20 bytes each, valid until the next call. */
  of(batch: RowBatch): Buffer {
    const bytes = batch.length * DIGEST_BYTES;
    if (this.#ids.length < bytes) this.#ids = Buffer.allocUnsafe(bytes);
    const ids = this.#ids;
    if (!batch.ids?.every((id) => id !== null)) this.#digest(batch);
    batch.ids?.forEach((id, row) => {
      if (id === null) return;
      if (ids.write(id, row * DIGEST_BYTES, DIGEST_BYTES, "hex") !== DIGEST_BYTES) {
        throw new RangeError(`${id} is not an id`);
      }
    });
    return ids.subarray(0, bytes);
  }

  #digest(batch: RowBatch): void {
    const { dataset, key } = this.#model;
    for (let first = 0; first < batch.length; first += DIGEST_BATCH) {
      const texts = key.map((field, at) => openTexts(field, batch, first, this.#known[at]!));
      const count = Math.min(DIGEST_BATCH, batch.length - first);
      this.#ids.set(digesterHere().digest(dataset.name, texts, count), first * DIGEST_BYTES);
    }
  }
}

/** Open the texts of one field of the key. @param first row of the first entry */
function openTexts(field: Field, { members, amounts }: RowBatch, first: number, known: Uint8Array[]): KeyTexts {
  if (field.kind === "measure") {
    const own = amounts[field.index]!;
    return openKeyTexts((entry) => Buffer.from(keyText(amountAt(own, first + entry))));
  }
  const own = members[field.index]!;
  const identity = field.identity.index;
  return openKeyTexts((entry) => identityBytes(own, own.codes[first + entry]!, identity, known));
}

function identityBytes(
  { tupleOf, fresh, texts }: RowMembers,
  code: number,
  identity: number,
  known: Uint8Array[],
): Uint8Array {
  if (code < FRESH) return (known[code] ??= Buffer.from(identityText(tupleOf(code)[identity]!)));
  const place = code - FRESH;
  const size = texts ? texts.sizes[place]! : NO_TEXT;
  if (size === NO_TEXT) return Buffer.from(identityText(fresh[place]![identity]!));
  return texts!.bytes.subarray(texts!.starts[place], texts!.starts[place]! + size);
}
