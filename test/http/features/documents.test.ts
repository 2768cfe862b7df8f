import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { renderDocument } from "#scripts/documents/render-document.js";
import { readDocuments } from "#src/features/documents/shipped-documents.js";
import { textOfMarkup } from "#src/features/documents/text-of-markup.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset([{ id: "1", paid: 5n }])])));
});
after(() => server.stop());

async function read(path: string): Promise<string> {
  const { status, text } = await request(server.url + path);
  assert.equal(status, 200, path);
  return text;
}

describe("the documents of the running version", () => {
  it("are all listed, and each is a page under its title with what its file says", async () => {
    const list = await read("/docs");
    for (const file of readdirSync("docs").filter((each) => each.endsWith(".md"))) {
      const name = file.slice(0, -3);
      assert.ok(list.includes(`href="/docs/${name}"`), name);
      const [, title = ""] = /^# (.*)$/m.exec(readFileSync(`docs/${file}`, "utf8"))!;
      assert.equal(readDocuments().find((each) => each.name === name)!.title, title);
    }
    assert.match(await read("/docs/model"), /<h2 id="top-level">Top level<\/h2>[^]*<code>mapping<\/code>/);
  });

  it("lead to one another and to headings that are there", async () => {
    const anchors = new Map(readDocuments().map(({ name, sections }) => [name, new Set(sections.map(({ id }) => id))]));
    let links = 0;
    for (const { name, sections } of readDocuments()) {
      for (const { markup } of sections) {
        for (const [, target = "", anchor] of markup.matchAll(/href="docs:([^"#]*)(?:#([^"]*))?"/g)) {
          links++;
          assert.ok(anchors.has(target), `${name}: ${target}`);
          if (anchor !== undefined) assert.ok(anchors.get(target)!.has(anchor), `${name}: ${target}#${anchor}`);
        }
      }
    }
    assert.ok(links > 100);
    assert.doesNotMatch(await read("/docs/publishing"), /docs:/);
  });

  it("are found by all words, those with them in the heading first", async () => {
    const found = [...(await read("/docs?q=Fiscal+YEARS")).matchAll(/<dt><a href="([^"]*)">([^<]*)</g)];
    assert.ok(found.length > 2);
    const inHeading = found.map(([, , label]) => /fiscal years/i.test(label!));
    assert.deepEqual(
      inHeading,
      inHeading.toSorted((one, other) => Number(other) - Number(one)),
    );
    assert.match(await read("/docs?q=%3Cb%3E+zyzzyva"), /has all words of “&lt;b&gt; zyzzyva”/);
  });

  it("are not found under other names", async () => {
    const { status, text } = await request(`${server.url}/docs/nothing`, { headers: { Accept: "text/html" } });
    assert.equal(status, 404);
    assert.match(text, /no document &quot;nothing&quot;; \/docs lists all/);
  });
});

describe("a document", () => {
  it("is rendered with its markup escaped, and without links to files that are not shown", () => {
    const markdown =
      "# A & `b`\n\n<i>x</i> [one](other.md#Two) [two](../src/x.ts)\n\n## Same\n\n```\n<b>\n```\n\n## Same\n\nText";
    const names = new Map([
      ["docs/a.md", "a"],
      ["docs/other.md", "other"],
    ]);
    const { title, sections } = renderDocument("docs/a.md", markdown, names);
    assert.equal(title, "A & b");
    assert.deepEqual(
      sections.map(({ id, heading }) => [id, heading]),
      [
        ["", ""],
        ["same", "Same"],
        ["same-1", "Same"],
      ],
    );
    assert.equal(sections[0]!.markup, '<p>&lt;i&gt;x&lt;/i&gt; <a href="docs:other#Two">one</a> two</p>\n');
    assert.equal(sections[1]!.markup, '<pre tabindex="0"><code>&lt;b&gt;</code></pre>\n');
    assert.equal(textOfMarkup(sections[1]!.markup), "<b>");
  });
});
