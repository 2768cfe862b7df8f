import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { inDirectory, runHere, startServing } from "../cli/run.js";
import { request } from "../http/client.js";
import { Random } from "../unit/engines/kernel/random.js";
import { makeModel } from "./fuzzed-models.js";
import { type FuzzedFile, makeFile } from "./fuzzed-tables.js";

/** Number of files to each server; `npm run test:fuzzed-files` sets a hundred thousand. */
const FILES = Number(process.env["SPENDCUBE_FILES"] ?? 60);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
/** Number of files after which progress is reported, and after which the data directory is verified. */
const [REPORT, VERIFY] = [1000, 5000];
/** Number of datasets that are loaded by turns. */
const DATASETS = 4;
/** Percentage of the files that are proposed a model for, and checked by `validate`, too. */
const ALSO_CHECKED = 10;
/** Number of faults after which a run ends. */
const MOST_FAULTS = 10;

/** Parts of a message that only a fault of the program has. */
const FAULT =
  /\n\s+at |node:internal|\b(?:Type|Range|Reference|Runtime|Syntax)Error\b|\[object |is not a function|ERR_|Cannot read/;

for (const [adapter, environment] of [
  ["uWebSockets.js", {}],
  ["Node's server", { NODE_OPTIONS: "--no-addons" }],
] as const) {
  it(`${FILES} files and models by a grammar, sent to ${adapter}, are loaded or refused with a reason (SPENDCUBE_SEED=${SEED})`, () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      const { out } = await runHere(["user", "add", "ada", "--data", data]);
      const faults: string[] = [];
      const counts = { loaded: 0, refused: 0, clean: 0, checked: 0 };
      let sent = 0;
      while (sent < FILES && faults.length < MOST_FAULTS) {
        const server = await startServing(["--data", data, "--log-requests", "--allow-http-loading"], environment);
        let log = "";
        server.child.stderr!.on("data", (piece) => (log = (log + String(piece)).slice(-(2 ** 20))));
        const target = { url: server.url, key: out.trim(), directory };
        for (const end = Math.min(FILES, sent + VERIFY); sent < end && faults.length < MOST_FAULTS; sent++) {
          if (sent % REPORT === 0) console.log(`# ${adapter}: ${sent} files, ${JSON.stringify(counts)}`);
          const random = new Random(SEED + sent * 7919);
          const name = `town-${sent % DATASETS}`;
          try {
            await sendFile(target, random, name, counts);
          } catch (error) {
            faults.push(`file ${sent}: ${(error as Error).message}`);
            if (server.child.exitCode !== null) break;
          }
          const trouble = /^.*(?:"level":(?:50|60)|"status":50[024]).*$/m.exec(log);
          if (trouble) faults.push(`file ${sent}: ${trouble[0]}`);
          log = trouble ? "" : log.slice(log.lastIndexOf("\n") + 1);
        }
        assert.equal(server.child.exitCode, null, `the server ended: ${log} ${faults.join("\n")}`);
        assert.equal(await server.stop(), 0);
        const verified = await runHere(["verify", "--data", data]);
        assert.equal(verified.status, 0, verified.out + verified.err);
      }
      console.log(`# ${adapter}: ${sent} files, ${JSON.stringify(counts)}`);
      assert.deepEqual(faults, []);
      assert.ok(counts.clean > FILES / 20 && counts.loaded > counts.clean && counts.refused > FILES / 20);
    }));
}

interface Target {
  readonly url: string;
  readonly key: string;
  readonly directory: string;
}

/** Send a file with a model, and check the reply, and what the dataset has then. */
async function sendFile(
  { url, key, directory }: Target,
  random: Random,
  name: string,
  counts: Record<"loaded" | "refused" | "clean" | "checked", number>,
): Promise<void> {
  const model = makeModel(random, name);
  const file = makeFile(random);
  const options = random.pick([
    "",
    "",
    "&skip_invalid=true",
    "&skip_invalid=true",
    "&unique=true&skip_invalid=true",
    "&allow_empty=true",
  ]);
  const reply = await request(`${url}/api/2/new?wait=true&replace=true${options}`, {
    method: "POST",
    headers: { Authorization: `ApiKey ${key}`, "Content-Type": "multipart/form-data; boundary=b-o-u-n-d" },
    body: formOf({ metadata: { name: "model.json", content: model.content }, csv_file: file }),
  });
  assert.ok([200, 400, 409, 413].includes(reply.status), `${reply.status} ${reply.text.slice(0, 2000)}`);
  assert.doesNotMatch(reply.text, FAULT);
  const answer = JSON.parse(reply.text) as Answer;
  const isLoaded = reply.status === 200 && answer.run!.status === "complete";
  if (!isLoaded) {
    const errors = answer.errors ?? answer.run!.errors;
    assert.ok(errors.length > 0, `refused without a reason: ${reply.text}`);
    counts.refused++;
  }
  const { expected } = file;
  if (model.isClean && expected) {
    assert.ok(isLoaded, `${file.name}: ${reply.text}`);
    counts.clean++;
  }
  if (isLoaded) {
    counts.loaded++;
    const shown = await request(`${url}/api/2/aggregate?dataset=${answer.run!.dataset}`);
    assert.equal(shown.status, 200, shown.text);
    const { summary } = JSON.parse(shown.text) as { summary: Record<string, unknown> };
    assert.equal(summary["num_entries"], answer.run!.num_entries);
    if (model.isClean && expected) {
      assert.equal(summary["num_entries"], expected.entries, file.name);
      const amount = BigInt(Math.round(Number(answer.run!.totals["amount"]) * 100));
      assert.equal(amount, expected.cents, file.name);
    }
  }
  if (random.chance(ALSO_CHECKED)) await check(directory, model.content, file, counts);
}

interface Answer {
  readonly errors?: readonly unknown[];
  readonly run?: {
    readonly dataset: string;
    readonly status: string;
    readonly errors: readonly unknown[];
    readonly num_entries: number;
    readonly totals: Readonly<Record<string, string>>;
  };
}

/** Propose a model for a file, and validate it: both end with a status, and without a stack. */
async function check(
  directory: string,
  model: Buffer,
  file: FuzzedFile,
  counts: Record<"checked", number>,
): Promise<void> {
  const [csv, metadata] = [join(directory, file.name), join(directory, "model.json")];
  await writeFile(csv, file.content);
  await writeFile(metadata, model);
  for (const args of [
    ["propose", csv],
    ["validate", "--metadata", metadata, "--csv", csv],
  ]) {
    const { status, out, err } = await runHere(args);
    assert.ok(status === 0 || (status === 1 && out + err !== ""), `${args[0]}: ${status} ${out} ${err}`);
    assert.doesNotMatch(out + err, FAULT);
  }
  counts.checked++;
}

/** Write a body of `multipart/form-data`. */
function formOf(files: Readonly<Record<string, Pick<FuzzedFile, "name" | "content">>>): Buffer {
  const parts = Object.entries(files).flatMap(([field, { name, content }]) => [
    Buffer.from(`--b-o-u-n-d\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...parts, Buffer.from("--b-o-u-n-d--\r\n")]);
}
