/** Amounts along one axis of labels. */
export interface Series {
  readonly label: string;
  readonly color: string;
  /** `stroke-dasharray` of the line, where another one has the same colour. */
  readonly dash: string | null;
  /** By label; what is missing breaks the line. */
  readonly points: ReadonlyMap<string, number>;
}
