import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { respell } from "#src/calls/views/suggest/respell.js";
import { listAlike, listLookedInto, MAX_LOOKED_INTO } from "#src/calls/views/suggest/looked-into.js";
import { TermSigner } from "#src/core/engine/term-signature.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, engineOf, spendingDataset, spendingModel } from "../../../../fixtures.js";

/** Towns without entries, whose signatures have some words. */
class SignedTowns {
  readonly opened: string[] = [];
  readonly datasets: readonly Dataset[];

  constructor(count: number, wordsOf: (town: number) => readonly string[] | null) {
    this.datasets = Array.from({ length: count }, (_, town) => this.#make(town, wordsOf(town)));
  }

  #make(town: number, words: readonly string[] | null): Dataset {
    const model = spendingModel();
    const name = `town-${town}`;
    const signer = new TermSigner();
    for (const word of words ?? []) signer.add(word, 0, 1, 1);
    const engine = engineOf(words ? { signature: signer.finish() } : {}, {
      countMembers: async () => 1,
      suggest: async () => [],
      nearWords: async () => [],
      release: () => void this.opened.push(name),
    });
    return spendingDataset([], { model: { ...model, dataset: { ...model.dataset, name, label: name } }, engine });
  }

  get scope() {
    return { context: contextOf(this.datasets), actor: ANONYMOUS, datasets: this.datasets, origin: "" };
  }

  async list(...words: readonly string[]): Promise<readonly string[]> {
    return (await listLookedInto(this.scope, words)).map(({ model }) => model.dataset.name);
  }
}

describe("datasets that are looked into for suggestions", () => {
  it("are first those with most of the words whole, and then in their order", async () => {
    const words = [
      ["roadworks"],
      ["roadwork", "hillsides"],
      ["roadworks", "hillside"],
      ["hillside", "roadwork"],
      ["bridge"],
    ];
    const towns = new SignedTowns(5, (town) => words[town]!);
    assert.deepEqual(await towns.list("roadwork"), ["town-1", "town-3", "town-0", "town-2"]);
    assert.deepEqual(await towns.list("roadwork", "hillside"), ["town-3", "town-1", "town-2"]);
    assert.deepEqual(await towns.list("road"), ["town-0", "town-1", "town-2", "town-3"]);
    assert.deepEqual(await towns.list("tunnel"), []);
  });

  it("are also those of whose words nothing is known", async () => {
    const towns = new SignedTowns(3, (town) => [["roadworks"], ["bridge"], null][town]!);
    assert.deepEqual(await towns.list("roadwork"), ["town-0", "town-2"]);
  });

  it("are those with the most entries first, of equal ones", async () => {
    const towns = new SignedTowns(4, (town) => Array.from({ length: [1, 3, 2, 3][town]! }, () => "road"));
    assert.deepEqual(await towns.list("road"), ["town-1", "town-3", "town-2", "town-0"]);
  });

  it("are those with words that begin like a misspelt one first", async () => {
    const towns = new SignedTowns(4, (town) => [["bridge"], null, ["roofs"], ["roadwork"]][town]!);
    const listed = await listAlike(towns.scope, "roadwrok");
    assert.deepEqual(
      listed.map(({ model }) => model.dataset.name),
      ["town-3", "town-2", "town-0", "town-1"],
    );
  });

  it("are never more than a maximum, in which the last of all is if it alone has the word", async () => {
    const towns = new SignedTowns(700, (town) => [`ortzoneville${town}`]);
    const listed = await towns.list("ortzoneville699");
    assert.deepEqual([listed.length, ...listed.slice(0, 2)], [MAX_LOOKED_INTO, "town-699", "town-0"]);
  });

  it("are no more when it is asked if a word is spelt rightly", async () => {
    const towns = new SignedTowns(700, (town) => [`ortzoneville${town}`]);
    assert.equal(await respell(towns.scope, ["ortzonevillex"], false), null);
    // To know the word, and to find one that is near.
    assert.equal(towns.opened.length, 2 * MAX_LOOKED_INTO);
  });
});
