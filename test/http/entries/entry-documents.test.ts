import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    number: { type: "attribute", label: "Number", description: "", column: "number", datatype: "string", key: true },
    book: {
      label: "Book",
      role: "document",
      attributes: {
        name: { column: "number", datatype: "id" },
        label: { column: "title", datatype: "string" },
        url: { column: "url", datatype: "string" },
        page: { column: "page", datatype: "float" },
      },
    },
  },
};

const ROWS = [
  ["1", "https://town.example/budget.pdf", "12"],
  ["2", "https://town.example/budget.pdf", ""],
  ["3", "https://town.example/budget.pdf#toc", "3"],
  ["4", "https://town.example/budget.pdf", "1.5"],
  ["5", "javascript:alert(1)", "2"],
] as const;

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  const lines = ROWS.map(([number, url, page]) => `${number},${number},2009,Budget,${url},${page}`);
  const csv_file = server.files.put("/town.csv", ["number,amount,year,title,url,page", ...lines, ""].join("\n"));
  const { json } = await server.loaded("ada", { csv_file, metadata: server.files.put("/town.json", MODEL) });
  assert.equal(json.run?.status, "complete", JSON.stringify(json));
});
after(() => server.stop());

describe("the document of an entry", () => {
  it("is linked on its page, at the page that it names", async () => {
    const { json } = await server.ask(null, "GET", "/api/2/search?dataset=town&order=number:asc");
    const links = await Promise.all(
      json.results.map(async ({ html_url: url }: { readonly html_url: string }) => {
        const path = new URL(url).pathname;
        const { text } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
        return /<a href="([^"]*)">Document<\/a>/.exec(text)?.[1] ?? null;
      }),
    );
    assert.deepEqual(links, [
      "https://town.example/budget.pdf#page=12",
      "https://town.example/budget.pdf",
      "https://town.example/budget.pdf#toc",
      "https://town.example/budget.pdf",
      null,
    ]);
  });
});
