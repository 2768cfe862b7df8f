import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shortenHref } from "#src/web/pages/parts/query.js";

describe("a short address", () => {
  const ORIGIN = "https://open.example";
  const PAGES = ["/town/explore", "/base/town/embed", "/town", "/"];
  const LINKS = [
    "/town/explore?drilldown=area&cut=place%3AK1%7Cyear%3A2024",
    "/town/entries?filter=a%3Ab",
    "/base/town/explore?drilldown=area",
    "/town/explorer?a=b",
    "/town/place/K1",
    "/town/http:/x",
    "/town//elsewhere.example/x",
    "/town/",
    "/town",
    "https://other.example/town/explore?a=b",
  ];
  for (const page of PAGES)
    for (const link of LINKS)
      it(`leads from ${page} to ${link}`, () => {
        const short = shortenHref(link, page);
        assert.ok(short.length <= link.length);
        const [found, meant] = [short, link].map((each) => new URL(each, `${ORIGIN}${page}?cut=x`));
        const targetOf = ({ origin, pathname, searchParams }: URL) => [origin, pathname, [...searchParams]];
        assert.deepEqual(targetOf(found!), targetOf(meant!));
      });

  it("is only a query on the same page", () =>
    assert.equal(shortenHref("/town/explore?cut=a%3Ab", "/town/explore"), "?cut=a:b"));
});
