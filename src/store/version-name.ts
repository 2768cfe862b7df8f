/** A dataset with a version: a number, or a day, as in `town@3` or `town@2026-11-22`. */
export interface VersionName {
  readonly dataset: string;
  readonly wanted: { readonly number: number } | { readonly day: string };
}

const VERSION_NAME = /^([^@]+)@(?:([1-9]\d{0,8})|(\d{4}-\d{2}-\d{2}))$/;

/** Read the name of a version; `null` if the text is none. */
export function readVersionName(text: string): VersionName | null {
  const [, dataset, number, day] = VERSION_NAME.exec(text) ?? [];
  if (dataset === undefined) return null;
  if (number !== undefined) return { dataset, wanted: { number: Number(number) } };
  const isDay = !Number.isNaN(Date.parse(day!)) && new Date(day!).toISOString().startsWith(day!);
  return isDay ? { dataset, wanted: { day: day! } } : null;
}

/** Read the name of a version with a number; `null` if the text is none. */
export function readNumbered(text: string): { readonly dataset: string; readonly number: number } | null {
  const version = readVersionName(text);
  return version && "number" in version.wanted ? { dataset: version.dataset, number: version.wanted.number } : null;
}

/** Name a version of a dataset. */
export function nameVersion(dataset: string, number: number): string {
  return `${dataset}@${number}`;
}

/** Return the name of a dataset without a version. */
export function withoutVersion(name: string): string {
  return name.replace(/@.*$/s, "");
}
