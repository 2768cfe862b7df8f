import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DamagedStore } from "#src/core/errors/errors.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { Random } from "../../engines/kernel/random.js";
import { MemoryDisk } from "./memory-disk.js";
import { ACTS, DATA, type Described, openCatalog } from "../scenario.js";
import { describeCatalog } from "../tiny.js";

/** Kinds of damage, each a function from a file's bytes to the damaged ones. */
type Damage = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const DAMAGES: Readonly<Record<string, Damage>> = {
  truncated: (bytes, random) => bytes.subarray(0, random.int(bytes.length)),
  extended: (bytes, random) => Buffer.concat([bytes, randomBytes(1 + random.int(64), random)]),
  flipped: (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const first = random.int(bytes.length * 8);
    // At most three bits within 32: CRC-32 detects all of these.
    for (const bit of [first, first + 1 + random.int(15), first + 16 + random.int(16)].slice(0, 1 + random.int(3))) {
      if (bit < bytes.length * 8) flipped[bit >> 3]! ^= 1 << (bit & 7);
    }
    return flipped;
  },
  overwritten: (bytes, random) => {
    const first = random.int(bytes.length);
    const wrong = randomBytes(Math.min(bytes.length - first, 1 + random.int(40)), random);
    return Buffer.concat([bytes.subarray(0, first), wrong, bytes.subarray(first + wrong.length)]);
  },
  exchanged: (_, random, others) => random.pick(others),
};

describe("a damaged file", () => {
  for (const [kind, damage] of Object.entries(DAMAGES)) {
    it(`that was ${kind} is never served: the previous data is, or nothing`, async () => {
      const random = new Random(kind.length);
      const { disk, current, previous } = await write();
      const outcomes = { current: 0, previous: 0, refused: 0 };
      for (let round = 0; round < 2000; round++) {
        const damaged = disk.copy();
        // Nothing is read from the reserve, and nobody opens copies of sources with the data.
        const files = [...damaged.files.entries()].filter(
          ([path]) => path !== `${DATA}/reserve` && !path.endsWith(".gz") && !path.includes("/copy-"),
        );
        const [path, file] = random.pick(files);
        const before = file.bytes;
        const others = files.flatMap(([, other]) => (other === file ? [] : [other.bytes]));
        file.bytes = damage(before, random, others);
        if (file.bytes.equals(before)) continue;
        if (round % 10 === 0) await findDamage(damaged, path);
        outcomes[await openDamaged(damaged, path, current, previous)]++;
      }
      assert.ok(
        Object.values(outcomes).every((count) => count > 50),
        JSON.stringify(outcomes),
      );
    });
  }
});

/** Open a disk and check its contents. @returns the contents that were served */
async function openDamaged(
  disk: MemoryDisk,
  path: string,
  current: Described,
  previous: Described,
): Promise<"current" | "previous" | "refused"> {
  const before = [...disk.files].map(([name, { bytes }]) => [name, bytes]);
  try {
    const catalog = await openCatalog(disk);
    const found = describeCatalog(catalog);
    const isCurrent = JSON.stringify(found) === JSON.stringify(current);
    assert.deepEqual(found, isCurrent ? current : previous);
    if (!isCurrent) assert.equal(catalog.health.status, "degraded");
    return isCurrent ? "current" : "previous";
  } catch (error) {
    assert.ok(error instanceof DamagedStore, String(error));
    assert.match(error.message, new RegExp(path.slice(DATA.length + 1)));
    assert.deepEqual(
      [...disk.files].map(([name, { bytes }]) => [name, bytes]),
      before,
    );
    return "refused";
  }
}

async function findDamage(disk: MemoryDisk, path: string): Promise<void> {
  const { damages } = await verifyDirectory(disk, DATA);
  assert.deepEqual(
    damages.map(({ file }) => file),
    [path.slice(DATA.length + 1)],
  );
}

/** Write two generations that share one table and differ in another. */
async function write(): Promise<{ disk: MemoryDisk; current: Described; previous: Described }> {
  const disk = new MemoryDisk();
  const catalog = await openCatalog(disk);
  let previous: Described = {};
  for (const act of ACTS) {
    previous = describeCatalog(catalog);
    await act.do(catalog, disk);
  }
  return { disk, current: describeCatalog(catalog), previous };
}

function randomBytes(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => random.int(256)));
}
