/** A part of a hierarchy with its own parts. */
export interface NestedPart {
  readonly label: string;
  /** Its label after those of the parts that it is in, for its tooltip. */
  readonly path: string;
  /** Above zero. */
  readonly amount: number;
  /** The amount as text. */
  readonly shown: string;
  /** The amount with every digit, for its tooltip. */
  readonly exact: string;
  readonly color: string;
  /** Target of a click; `null` for none. */
  readonly href: string | null;
  /** Text for its tooltip, below its amount. */
  readonly more: string | undefined;
  /** Parts above zero, the largest first; the others together are the last. */
  readonly parts: readonly NestedPart[];
}

/** Return the size of a part: that of its own parts together, which its amount is less than if some are below zero. */
export function extentOf({ amount, parts }: NestedPart): number {
  return parts.length === 0 ? amount : parts.reduce((sum, part) => sum + extentOf(part), 0);
}
