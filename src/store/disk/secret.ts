import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { type Kind, packEnvelope, readEnvelope } from "./envelope.js";
import { DAMAGED, SECRET, TEMPORARY } from "./file-names.js";
import { errorCode, type FileSystem } from "./file-system.js";
import { expectEnd, listNames, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

const KIND: Kind = { text: "spendcube-secrt\n", format: 1 };
const BYTES = 32;

/**
 * Read the secret that API keys are derived from.
 * @returns `null` if there is none
 * @throws DamagedStore, ForeignStore, Unreadable
 */
export async function readSecret(files: FileSystem, directory: string): Promise<Buffer | null> {
  if (!(await listNames(files, directory)).includes(SECRET)) return null;
  return withFile(files, join(directory, SECRET), SECRET, async (file) => {
    const { value, length } = await readEnvelope(KIND, file, SECRET);
    await expectEnd(file, length, SECRET);
    if (value instanceof Uint8Array && value.length === BYTES) return Buffer.from(value);
    throw new DamagedStore(errorText("secret_of_other_length", { file: SECRET, bytes: BYTES }));
  });
}

/** Return the mark of a secret, by which another one is recognised. */
export function markSecret(secret: Buffer): string {
  return createHash("sha256").update("spendcube secret\n").update(secret).digest("hex");
}

/**
 * Read the secret, or explain in a sentence why it is lost.
 * @param mark of the secret that the keys were made with; `undefined` if not known
 * @throws ForeignStore, Unreadable
 */
export async function findSecret(
  files: FileSystem,
  directory: string,
  mark: string | undefined,
): Promise<{ readonly secret: Buffer | null; readonly lost: string | null }> {
  let loss = "it is missing";
  try {
    const secret = await readSecret(files, directory);
    if (secret && isOtherSecret(secret, mark)) loss = `${SECRET} belongs to another data directory`;
    else if (secret) return { secret, lost: null };
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    loss = error.message;
  }
  const remedy = "restore the file secret from a backup, or replace a key, which changes every key";
  return {
    secret: null,
    lost: `No API key is valid, because the secret that keys are derived from is lost: ${loss}; ${remedy}`,
  };
}

/**
 * Create the secret in a file that only its owner may read. A secret that could not be read is set aside.
 * @throws the errors of `writeFile`
 */
export async function makeSecret(files: FileSystem, directory: string): Promise<Buffer> {
  const path = join(directory, SECRET);
  await ignoreMissing(files.unlink(path + TEMPORARY));
  await ignoreMissing(files.rename(path, join(directory, DAMAGED + SECRET)));
  const secret = randomBytes(BYTES);
  await writeFile(files, path, [packEnvelope(KIND, secret)]);
  return secret;
}

/** Return true if keys were made with another secret than this one. @param mark of that secret, if it is known */
export function isOtherSecret(secret: Buffer, mark: string | undefined): boolean {
  return mark !== undefined && mark !== markSecret(secret);
}

async function ignoreMissing(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
  });
}
