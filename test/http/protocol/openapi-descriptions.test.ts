import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FORMATS } from "#src/calls/formats.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { type Document, DocumentChecker } from "./document.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
let document: Document;
let checker: DocumentChecker;

before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset([{ id: "a", paid: 100n }])])));
  document = JSON.parse((await request(`${server.url}/openapi.json`)).text) as Document;
  checker = new DocumentChecker(document);
});
after(() => server.stop());

describe("the OpenAPI document", () => {
  it("has no reference without a target, and no component without a reference", () => {
    const referred = new Set<string>();
    JSON.stringify(document, (key, value: unknown) => {
      if (key === "$ref") referred.add(String(value));
      return value;
    });
    const held = Object.entries(document.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    assert.deepEqual([...referred].toSorted(), held.toSorted());
  });

  it("describes every operation, each by more than its summary", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { description = "", summary }] of Object.entries(operations)) {
        assert.match(description, /^[A-Z`].{20,}[.]$/s, `${method} ${path}`);
        assert.ok(!description.startsWith(summary!), `${method} ${path}`);
      }
    }
  });

  it("says what arrays hold, what bytes are, and that JSON-LD is JSON", () => {
    const check = (schema: unknown, place: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { type } = schema as { readonly type?: unknown };
      if ([type].flat().includes("array")) assert.ok("items" in schema, `${place} has no items`);
      for (const [key, value] of Object.entries(schema)) check(value, `${place}.${key}`);
    };
    check(document, "");
    const schemaOf = (path: string, type: string): object =>
      document.paths[path]!["get"]!.responses["200"]!.content![type]!.schema;
    for (const [path, type] of [
      ["/{dataset}/meta/entries.parquet", FORMATS.parquet.type],
      ["/{dataset}/meta/entries.csv.gz", FORMATS.gz.type],
      ["/api/2/aggregate", FORMATS.xlsx.type],
      ["/api/2/aggregate", FORMATS.arrow.type],
      ["/favicon.ico", FORMATS.ico.type],
    ] as const) {
      const { type: kind, format } = schemaOf(path, type) as { readonly type: string; readonly format: string };
      assert.deepEqual([kind, format], ["string", "binary"], path);
    }
    const linked = schemaOf("/datasets.jsonld", FORMATS.jsonld.type) as { readonly type: string };
    assert.equal(linked.type, "object");
  });

  it("says how parts of files are answered", async () => {
    for (const file of ["entries.parquet", "entries.csv"]) {
      const path = `/{dataset}/meta/${file}`;
      for (const [range, status] of [
        ["bytes=0-3", 206],
        ["bytes=99999999-", 416],
      ] as const) {
        const response = await request(`${server.url}/town/meta/${file}`, { headers: { Range: range } });
        checker.check(path, "get", response);
        assert.equal(response.status, status, file);
      }
    }
  });
});
