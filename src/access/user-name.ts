/** Longest name of a user in characters. */
export const MAX_NAME_LENGTH = 100;

/** Return the end of a sentence that says why a user name is invalid, or `null`. */
export function userNameError(name: string): string | null {
  if (name === "") return "is empty";
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  if (!/^[A-Za-z0-9._@+-]+$/.test(name)) return "may contain only the letters A to Z, digits and . _ @ + -";
  return /^[A-Za-z0-9]/.test(name) ? null : "must begin with a letter or a digit";
}

/** Names that would look like those who run the server, or like its pages. */
const RESERVED: ReadonlySet<string> = new Set(
  `abuse account accounts admin administrator anonymous api everyone guest help hostmaster info login logout mail me
  moderator nobody noreply no-reply null office operator owner postmaster public register registration root security
  settings spendcube staff superuser support sysadmin system undefined user users webmaster www`.split(/\s+/),
);

/** Return true if nobody may take a name by registering. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}
