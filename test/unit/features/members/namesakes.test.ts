import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { namesakesPage } from "#src/features/members/draw-namesakes.js";
import { type NamesakesPage, showNamesakes } from "#src/features/members/namesakes.js";
import { InvalidQuery } from "#src/core/errors/errors.js";
import { localeOfPage } from "#src/web/pages/parts/page-locale.js";
import type { Body, ChunkedBody, Resource } from "#src/calls/answer.js";
import type { ReadingInput } from "#src/calls/reading-call.js";
import { joinMemberSums, type MemberSums } from "#src/core/engine/member-sums.js";
import { nameModel } from "#src/store/dataset.js";
import {
  contextOf,
  engineOf,
  queryParameters,
  spendingDataset,
  spendingEngine,
  spendingModel,
} from "../../../fixtures.js";

/** Estimated steps from which on an answer is for the thread of long queries. */
const LONG = 30_000_000;

function estimateOf(datasets: number, memberSums?: MemberSums): number {
  const model = spendingModel();
  const engine = engineOf(memberSums ? { memberSums } : {}, {});
  const towns = Array.from({ length: datasets }, (_, at) =>
    spendingDataset([], { model: nameModel(model, `town-${at}`), version: `${at}`, engine }),
  );
  const input = {
    parameters: queryParameters(""),
    origin: "http://x",
    language: "en",
    cancel: {} as ReadingInput["cancel"],
  };
  return showNamesakes(contextOf(towns), ANONYMOUS, { taxonomy: "region", name: "North" }, input).estimate!();
}

describe("a member over datasets", () => {
  it("of hundreds of them is for the thread of long queries, which keeps what it has found", () => {
    assert.ok(estimateOf(200) > LONG);
    assert.ok(estimateOf(20) < LONG);
  });

  it("of hundreds of them is a short query where their sums are stored", () => {
    assert.ok(estimateOf(200, joinMemberSums([], [])) < LONG);
  });
});

const NUMBER = 230;
const TOWNS = Array.from({ length: NUMBER }, (_, at) => `town-${String(at).padStart(3, "0")}`);

/** Return what shows the member of as many datasets as there are towns. */
function memberOfTowns(): (query: string) => Resource<NamesakesPage> {
  const engine = spendingEngine([{ id: "1", region: "North", date: "2007-01-01", paid: 1n }]);
  const datasets = TOWNS.map((name) =>
    spendingDataset([], { model: nameModel(spendingModel(), name), version: name, engine }),
  );
  const context = contextOf(datasets.toReversed());
  return (query) => {
    const parameters = queryParameters(query);
    const input = { parameters, origin: "http://x", language: "en", cancel: new AbortController().signal };
    return showNamesakes(context, ANONYMOUS, { taxonomy: "region", name: "North" }, input);
  };
}

async function draw(resource: Resource<NamesakesPage>): Promise<string> {
  const page = await resource.page!();
  return namesakesPage(page, localeOfPage(page, "en")).main.markup;
}

const headed = (markup: string): readonly string[] =>
  Array.from(markup.matchAll(/<h2 id="in-\d+">\s*<a href="\/([^"]*)">/g), ([, name]) => name!);
const linked = (markup: string): readonly (readonly string[])[] =>
  Array.from(markup.matchAll(/<a rel="(prev|next)" href="([^"]*)"/g), ([, rel, url]) => [rel!, url!]);

describe("the page of a member in hundreds of datasets", () => {
  it("has a hundred of them, and the next ones on pages after it, each once", async () => {
    const show = memberOfTowns();
    const pages: string[] = [];
    for (let url: string | undefined = ""; url !== undefined;) {
      const markup = await draw(show(url));
      pages.push(markup);
      url = linked(markup)
        .find(([rel]) => rel === "next")?.[1]
        ?.split("?")[1];
    }
    assert.deepEqual(
      pages.map((each) => headed(each).length),
      [100, 100, 30],
    );
    assert.deepEqual(pages.flatMap(headed), TOWNS);
    const url = "/members/region/North";
    const [first, second, third] = pages.map((each) => new Map(linked(each).map(([rel, to]) => [rel, to])));
    assert.deepEqual([...first!], [["next", `${url}?page=2`]]);
    assert.deepEqual([...second!].toSorted(), [
      ["next", `${url}?page=3`],
      ["prev", url],
    ]);
    assert.deepEqual([...third!], [["prev", `${url}?page=2`]]);
  });

  it("says on each page what it has in all, and is kept apart from the others", async () => {
    const show = memberOfTowns();
    for (const query of ["", "page=2"]) {
      const page = await show(query).page!();
      assert.match(namesakesPage(page, localeOfPage(page, "en")).summary!, /230 entries in 230 datasets/);
    }
    const canonical = (query: string): string => show(query).canonical;
    assert.equal(canonical("page=1"), canonical(""));
    assert.notEqual(canonical("page=2"), canonical(""));
  });

  it("keeps the size that was asked for, of which JSON has the same datasets, and the number of the next page", async () => {
    const show = memberOfTowns();
    const query = "page=2&pagesize=110";
    const markup = await draw(show(query));
    const { chunks, nextPage } = (await show(query).formats.json!()) as Body & ChunkedBody;
    const { datasets, num_entries: numEntries } = JSON.parse([...(chunks as Iterable<string>)].join("")) as {
      readonly datasets: readonly { readonly name: string }[];
      readonly num_entries: number;
    };
    assert.deepEqual(headed(markup), TOWNS.slice(110, 220));
    assert.deepEqual(
      datasets.map(({ name }) => name),
      TOWNS.slice(110, 220),
    );
    assert.deepEqual([numEntries, nextPage], [NUMBER, 3]);
    assert.deepEqual(
      linked(markup).map(([, url]) => url),
      Array.from({ length: 2 }, () => [
        "/members/region/North?pagesize=110",
        "/members/region/North?page=3&amp;pagesize=110",
      ]).flat(),
    );
  });

  it("is whole in JSON and CSV that name no page", async () => {
    const { csv, json } = memberOfTowns()("").formats;
    for (const write of [csv!, json!]) {
      const { chunks, nextPage } = (await write()) as Body & ChunkedBody;
      const text = [...(chunks as Iterable<string>)].join("");
      assert.deepEqual(
        TOWNS.filter((name) => !text.includes(name)),
        [],
      );
      assert.equal(nextPage, undefined);
    }
  });

  it("has no datasets after the last page, and leads back", async () => {
    const markup = await draw(memberOfTowns()("page=9"));
    assert.deepEqual(headed(markup), []);
    assert.deepEqual(linked(markup)[0], ["prev", "/members/region/North?page=3"]);
  });

  it("refuses what is no number", () => {
    assert.throws(() => memberOfTowns()("page=two"), InvalidQuery);
  });
});
