/** True for the address of something on the web. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}
