import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../cli/run.js";
import { sendText } from "../http/features/assistant.js";
import { startBrowser } from "../http/pages/browser.js";
import { beginDraft, check, fieldsIn, post } from "../http/publishing/draft-browser.js";
import { SPENDING } from "../fixtures.js";
import type { Random } from "../unit/engines/kernel/random.js";

/** A server that is used for a long time. */
export interface Soaked {
  readonly url: string;
  readonly data: string;
  /** Of the user `ada`, who has `PASSWORD`. */
  readonly key: string;
  /** Number of the current version of `town`. */
  readonly version: () => number;
}

export const PASSWORD = "correct horse battery";
const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";

/** Ask as an assistant does. */
export async function askOnce({ url, version }: Soaked, random: Random): Promise<void> {
  const [name, args] = random.pick([
    ["find_datasets", { words: "town" }],
    ["describe_dataset", { dataset: "town" }],
    ["aggregate", { dataset: "town", drilldown: "region" }],
    ["aggregate", { dataset: `town@${Math.max(1, version() - 2)}`, drilldown: "region" }],
    ["search_entries", { dataset: "town", q: "police" }],
    ["find_members", { dataset: "town", words: "police" }],
    ["what_changed", { dataset: "town" }],
  ] as const);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { status, text } = await sendText(url, JSON.stringify(call));
  assert.ok(status === 200 || status === 503, `${name}: ${status} ${text}`);
  if (status === 200) assert.ok("result" in (JSON.parse(text) as object), text);
}

/** Publish a file in a browser, and drop the dataset again. */
export async function publishOnce(soaked: Soaked, random: Random): Promise<void> {
  const { url } = soaked;
  const browser = startBrowser({ url });
  await browser.get("/login");
  const signedIn = await browser.send("/login", { name: "ada", password: PASSWORD });
  assert.equal(signedIn.status, 303, signedIn.text);
  const rows = Array.from(
    { length: 50 },
    (_, at) => `P${at},2014-01-${10 + (at % 20)},Office ${at % 4},${random.int(900)}.25`,
  );
  const content = `Payment,Date,Office,Amount\n${rows.join("\n")}\n`;
  const [path, page] = await beginDraft({ url }, browser, content, "Soak.csv");
  const fields = fieldsIn(page);
  assert.equal((await check({ url }, browser, path, fields)).status, 200);
  const loaded = await post({ url }, browser, path, { ...fields, do: "load" });
  assert.equal(loaded.status, 303, loaded.text);
  // The draft is deleted when its dataset is there.
  while ((await browser.get(path)).status !== 404);
  await command(soaked, "dataset", "drop", "soak");
}

/** Change datasets and users by commands, which the server runs. */
export async function operateOnce(soaked: Soaked, random: Random): Promise<void> {
  const csv = join(soaked.data, "..", "other.csv");
  const model = join(soaked.data, "..", "other.json");
  await writeFile(model, JSON.stringify({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "other" } }));
  for (let version = 1; version <= 3; version++) {
    const rows = Array.from({ length: 500 }, (_, at) => `${random.int(1000)},,2009,,${at},R${at % 5},,1,Police,,\n`);
    await writeFile(csv, HEADER + rows.join(""));
    await command(soaked, "load", "--metadata", model, "--csv", csv);
  }
  const { out } = await run(["dataset", "versions", "other", "--json", "--data", soaked.data]);
  const [{ version: number }] = JSON.parse(out) as readonly [{ readonly version: number }];
  await command(soaked, "dataset", "retract", "other");
  await command(soaked, "dataset", "note", `other@${number}`, "As passed");
  await command(soaked, "dataset", "rollback", `other@${number - 1}`);
  await command(soaked, "dataset", "purge", `other@${number - 2}`);
  await command(soaked, "user", "add", "bob");
  await command(soaked, "dataset", "publish", "other");
  await command(soaked, "user", "remove", "bob");
  if (random.chance(30)) await command(soaked, "dataset", "drop", "other");
}

async function command({ data }: Soaked, ...args: readonly string[]): Promise<void> {
  const { status, err } = await run([...args, "--data", data]);
  assert.equal(status, 0, `${args.join(" ")}: ${err}`);
}
