/** A class of changes with the words and the colour that stand for it. */
export interface ChangeClass {
  readonly label: string;
  /** A colour of a diverging scale that colour-blind people can tell apart. */
  readonly color: string;
}

/** Classes by their upper bounds, from the lowest changes. */
const CLASSES: readonly (ChangeClass & { readonly below: number })[] = [
  { below: -0.1, label: "fell by more than 10 %", color: "#b35806" },
  { below: -0.02, label: "fell by 2 to 10 %", color: "#f1a340" },
  { below: 0.02, label: "about the same", color: "#d8d8de" },
  { below: 0.1, label: "rose by 2 to 10 %", color: "#998ec3" },
  { below: Infinity, label: "rose by more than 10 %", color: "#542788" },
];

const NOTHING_BEFORE: ChangeClass = { label: "nothing to compare with", color: "#8b8f94" };

/** Find the class of a change. @param change 0.1 is +10 %; `null` if there is nothing to compare with */
export function classOfChange(change: number | null): ChangeClass {
  if (change === null) return NOTHING_BEFORE;
  return CLASSES.find(({ below }) => change < below) ?? CLASSES.at(-1)!;
}

/** List the classes that changes are in, the lowest first. */
export function classesOfChanges(changes: readonly (number | null)[]): readonly ChangeClass[] {
  const found = new Set(changes.map(classOfChange));
  return [...CLASSES, NOTHING_BEFORE].filter((each) => found.has(each));
}
