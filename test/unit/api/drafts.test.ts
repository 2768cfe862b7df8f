import assert from "node:assert/strict";
import { it } from "node:test";
import { Drafts } from "#src/api/drafts/drafts.js";
import { analyse } from "../analysis/table.js";

it("a draft that nobody has touched for a day is forgotten with its file, unless it is being loaded", async () => {
  let now = 0;
  const released: string[] = [];
  const drafts = new Drafts(() => now);
  const analysis = await analyse("a,b\n1,2\n");
  const add = (fileName: string) =>
    drafts.add({
      owner: "ada",
      fileName,
      path: fileName,
      analysis,
      model: "{}",
      release: async () => void released.push(fileName),
    });
  const [old, loading, used] = [add("old"), add("loading"), add("used")];
  drafts.change(loading.id, { isLoading: true });
  const ada = { name: "ada", admin: false };
  now = 20 * 3600 * 1000;
  drafts.find(used.id, ada);
  now = 25 * 3600 * 1000;
  assert.deepEqual(
    drafts.of("ada").map(({ fileName }) => fileName),
    ["used", "loading"],
  );
  assert.throws(() => drafts.find(old.id, ada));
  assert.deepEqual(released, ["old"]);
});
