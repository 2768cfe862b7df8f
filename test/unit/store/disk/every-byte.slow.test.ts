import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { runHere } from "../../../cli/run.js";
import { SPENDING } from "../../../fixtures.js";
import { DATA } from "../scenario.js";
import { type KnownDirectory, openDamaged, readDirectory } from "./damaged-directory.js";
import type { MemoryDisk } from "./memory-disk.js";

/** Distance of the bytes that are flipped, one bit of each; 1 takes an hour. */
const STEP = Number(process.env["SPENDCUBE_DAMAGE_STEP"] ?? 4001);

const FORMATS = resolve("test/formats");
const formats = readdirSync(FORMATS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const kernel = Kernel.start();
const format = columnarFormat(kernel);
let directory: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
});
after(async () => {
  await rm(directory, { recursive: true });
  await kernel.close();
});

describe(`damage to any byte of a data directory, each ${STEP}th tried (SPENDCUBE_DAMAGE_STEP)`, () => {
  for (const name of formats) {
    it(`of format ${name} never changes a figure: it is refused in a sentence, or undone`, async () => {
      await damageAll(await readDirectory(join(FORMATS, name, "data"), format));
    });
  }

  it("with versions, notes, kept sources, users and a crosswalk never changes a figure", async () => {
    const data = join(directory, "data");
    await writeEverything(directory, data);
    const known = await readDirectory(data, format);
    const names = [...known.disk.files.keys()].map((path) => path.slice(DATA.length + 1));
    for (const pattern of [/^rights$/, /^secret$/, /^audit\.log$/, /\.gz$/, /\.segment$/]) {
      assert.ok(
        names.some((each) => pattern.test(each)),
        `${pattern}`,
      );
    }
    await damageAll(known);
  });
});

/** Damage one file after the other, in every way. */
async function damageAll(known: KnownDirectory): Promise<void> {
  const counts = { refused: 0, degraded: 0, ok: 0 };
  const paths = [...known.disk.files.keys()].filter((path) => path !== `${DATA}/reserve`);
  for (const path of paths) {
    for (const [damage, change] of damagesOf(known.disk, path, paths)) {
      const disk = known.disk.copy();
      change(disk);
      try {
        counts[await openDamaged(known, disk, format)]++;
      } catch (error) {
        throw new Error(`${path}, ${damage}`, { cause: error });
      }
    }
  }
  assert.ok(counts.degraded > 0, JSON.stringify(counts));
}

type Damage = readonly [name: string, change: (disk: MemoryDisk) => void];

function* damagesOf(disk: MemoryDisk, path: string, paths: readonly string[]): Iterable<Damage> {
  const { bytes } = disk.files.get(path)!;
  const put = (name: string, damaged: Buffer): Damage => [name, (copy) => void (copy.files.get(path)!.bytes = damaged)];
  yield ["missing", (copy) => void copy.unlink(path)];
  yield put("empty", Buffer.alloc(0));
  yield put("doubled", Buffer.concat([bytes, bytes]));
  yield put("one byte short", bytes.subarray(0, -1));
  for (let length = 1; length < bytes.length; length += STEP * 5)
    yield put(`cut to ${length}`, bytes.subarray(0, length));
  for (const other of paths) {
    if (other <= path) continue;
    yield [
      `exchanged with ${other}`,
      (copy) => {
        copy.files.get(path)!.bytes = disk.files.get(other)!.bytes;
        copy.files.get(other)!.bytes = bytes;
      },
    ];
  }
  // The envelope at the beginning matters most.
  for (let at = 0; at < bytes.length; at += at < 64 ? Math.min(STEP, 8) : STEP) {
    yield put(`byte ${at} flipped`, Buffer.from(bytes.with(at, bytes[at]! ^ (1 << (at % 8)))));
  }
}

/** Make a directory with everything that the program keeps. */
async function writeEverything(folder: string, data: string): Promise<void> {
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const call = async (...args: readonly string[]): Promise<void> => {
    const { status, err } = await runHere([...args, "--data", data]);
    assert.equal(status, 0, err);
  };
  const load = async (name: string, model: object, rows: string, ...more: readonly string[]): Promise<void> => {
    const metadata = await write("model.json", JSON.stringify(model));
    await call("load", "--metadata", metadata, "--csv", await write(`${name}.csv`, rows), ...more);
  };
  const header = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
  const rows = Array.from({ length: 20 }, (_, at) => `${at}.25,1,2009,,${at},R${at % 3},,${at % 5},F${at % 5},,\n`);
  const sides = { type: "derived", label: "Side", from: "region", through: "sides", to: "target" };
  const town = { ...SPENDING, mapping: { ...SPENDING.mapping, side: sides } };
  await load("sides", CROSSWALK, "from,to,amount,year\nR0,North,1,2009\nR1,South,1,2009\n");
  await load("town", town, header + rows.join(""), "--keep-sources", "--owner", "ada");
  await load("town", town, header + rows.slice(1).join(""), "--replace");
  await load("town", town, header + rows.slice(2).join(""), "--replace", "--keep-sources");
  await load(
    "hidden",
    { ...SPENDING, dataset: { ...SPENDING.dataset, name: "hidden" } },
    header + rows[0]!,
    "--private",
  );
  await call("user", "add", "ada");
  await call("dataset", "note", "town@1", "As passed");
  await call("dataset", "purge", "town@2");
  await call("dataset", "rollback", "town@1");
}

const CROSSWALK = {
  dataset: { name: "sides", label: "Sides", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", column: "year", datatype: "date" },
    region: { type: "attribute", label: "From", column: "from", datatype: "string", key: true },
    target: { type: "attribute", label: "To", column: "to", datatype: "string" },
  },
};
