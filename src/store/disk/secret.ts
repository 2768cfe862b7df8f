import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DamagedStore } from "../../errors/errors.js";
import { type Kind, packEnvelope, readEnvelope } from "./envelope.js";
import { DAMAGED, SECRET, TEMPORARY } from "./file-names.js";
import { errorCode, type FileSystem } from "./file-system.js";
import { expectEnd, listNames, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

const KIND: Kind = { text: "spendcube-secrt\n", format: 1 };
const BYTES = 32;

/**
 * What keys are made with.
 * @returns `null` where there is none
 * @throws DamagedStore, ForeignStore, Unreadable
 */
export async function readSecret(files: FileSystem, directory: string): Promise<Buffer | null> {
  if (!(await listNames(files, directory)).includes(SECRET)) return null;
  return withFile(files, join(directory, SECRET), SECRET, async (file) => {
    const { value, length } = await readEnvelope(KIND, file, SECRET);
    await expectEnd(file, length, SECRET);
    if (value instanceof Uint8Array && value.length === BYTES) return Buffer.from(value);
    throw new DamagedStore(`${SECRET} is none`);
  });
}

/** The same, and what there is to say where there is none. @throws ForeignStore, Unreadable */
export async function findSecret(
  files: FileSystem,
  directory: string,
): Promise<{ readonly secret: Buffer | null; readonly lost: string | null }> {
  let loss = "it is missing";
  try {
    const secret = await readSecret(files, directory);
    if (secret) return { secret, lost: null };
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    loss = error.message;
  }
  const remedy = "put the file secret back from a copy, or replace a key, which makes every key another one";
  return {
    secret: null,
    lost: `Nobody's API key is known, because the secret that keys are made with is lost: ${loss}; ${remedy}`,
  };
}

/**
 * Make the secret, which only its owner may read. One that could not be read is kept beside it.
 * @throws what `writeFile` throws
 */
export async function makeSecret(files: FileSystem, directory: string): Promise<Buffer> {
  const path = join(directory, SECRET);
  await ifThere(files.unlink(path + TEMPORARY));
  await ifThere(files.rename(path, join(directory, DAMAGED + SECRET)));
  const secret = randomBytes(BYTES);
  await writeFile(files, path, [packEnvelope(KIND, secret)]);
  return secret;
}

async function ifThere(done: Promise<void>): Promise<void> {
  await done.catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
  });
}
