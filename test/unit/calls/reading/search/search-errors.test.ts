import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { search } from "#src/calls/reading/search/search.js";
import { Forbidden, InvalidQuery, NotFound, Unauthenticated, type UserError } from "#src/core/errors/errors.js";
import { contextOf, queryParameters } from "../../../../fixtures.js";
import { answer, errorsOf, ORIGIN, secret } from "./search-cases.js";

type Family = new (errors: string) => UserError;

describe("an invalid search", () => {
  const errors: [text: string, family: Family, errors: RegExp][] = [
    ["q=(", InvalidQuery, /^q: .*position 2/],
    ["fq=a:b:c", InvalidQuery, /^fq: .*":" at position 4/],
    ["dataset=towm", InvalidQuery, /no dataset with name "towm"; did you mean "town"/],
    ["dataset=a|b", InvalidQuery, /"a".*"b"/],
    ["category=bugdet", InvalidQuery, /category: "bugdet"/],
    ["filter=cofog1.colour:red", InvalidQuery, /filter: .*"cofog1.colour".*did you mean "cofog1.color"/],
    ["filter=region", InvalidQuery, /filter: "region" has no value/],
    ["facet_field=regoin", InvalidQuery, /facet_field: .*did you mean "region"/],
    ["order=region:up", InvalidQuery, /order: .*":asc" or ":desc"/],
    ["order=amount:dsc", InvalidQuery, /order: .*; did you mean "amount:desc"\?/],
    ["facet_field=nothing", InvalidQuery, /field "nothing"; known: dataset, id, time, until, invoice, region/],
    ["order=nothing:asc", InvalidQuery, /field "nothing"; known: score, id, time, until, invoice, region/],
    ["order=amount", InvalidQuery, /order: "amount" must end in ":asc" or ":desc"/],
    ["order=scor:asc", InvalidQuery, /order: .*"scor"; did you mean "score"/],
    ["order=num_entries:asc", InvalidQuery, /order: .*"num_entries"/],
    ["page=x&pagesize=-1&facet_page=y", InvalidQuery, /page: .*pagesize: .*facet_page: /],
    ["dataset=secret", Unauthenticated, /private/],
    ["category=other", NotFound, /^No dataset available\.$/],
    ["dataset=town&category=budget", NotFound, /^No dataset available\.$/],
  ];
  for (const [text, family, error] of errors) {
    it(`is refused: ${text}`, () => {
      assert.throws(() => answer(text), family);
      assert.match(errorsOf(text).join(" "), error);
    });
  }

  it("names all its errors at once", () => {
    const all = errorsOf("q=(&fq=)&filter=x:1&facet_field=y&order=z:asc&page=p&category=none");
    assert.equal(all.length, 7);
  });

  it("of a private dataset is refused, or answered as if there were no such dataset", () => {
    assert.throws(() => answer("dataset=secret", { id: "bob", name: "bob", admin: false }), Forbidden);
    assert.deepEqual(
      errorsOf("dataset=secret&q=(", ANONYMOUS, { hidePrivate: true }),
      errorsOf("dataset=nowhere&q=(").map((error) => error.replace("nowhere", "secret")),
    );
    const hidden = contextOf([secret]);
    assert.throws(() => search(hidden, ANONYMOUS, queryParameters("q=("), ORIGIN), NotFound);
  });

  it("is refused if it has too many clauses or is nested too deeply", () => {
    const many = `q=${"a ".repeat(1025)}`;
    assert.match(errorsOf(many).join(), /more than 1024 clauses/);
    assert.equal(errorsOf(`q=${"a ".repeat(1000)}&fq=${"b ".repeat(30)}`).length, 1);
    assert.match(errorsOf(`q=${"(".repeat(65)}a${")".repeat(65)}`).join(), /nested more than 64 levels/);
    assert.equal(answer(`q=${"(".repeat(64)}a${")".repeat(64)}`).public, true);
  });
});
