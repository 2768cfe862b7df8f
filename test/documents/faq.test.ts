import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { it } from "node:test";
import { readDocument } from "./documents.js";

it("the questions name every language of the pages", () => {
  const [, named = ""] = /\*\*Which languages do the pages have\?\*\*(.*?):/s.exec(readDocument("docs/faq.md")) ?? [];
  const names = new Intl.DisplayNames("en", { type: "language" });
  const files = readdirSync("src/web/words/languages").filter((name) => name.endsWith(".json"));
  assert.ok(files.length > 0);
  const languages = ["en", ...files.map((name) => name.slice(0, -".json".length))].map((code) => names.of(code)!);
  assert.deepEqual(named.match(/\p{Lu}\p{L}+/gu)?.toSorted(), languages.toSorted());
});
