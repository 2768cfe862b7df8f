const LONGEST = 100;

/** What is wrong with the name of a user: a sentence without it, or `null`. */
export function userNameError(name: string): string | null {
  if (name === "") return "is empty";
  if (name.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (!/^[A-Za-z0-9._@+-]+$/.test(name)) return "may only have the letters A to Z, digits and . _ @ + -";
  return /^[A-Za-z0-9]/.test(name) ? null : "must begin with a letter or a digit";
}
