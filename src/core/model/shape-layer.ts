/** Shapes of places, projected once, for maps. */
export interface ShapeLayer {
  readonly name: string;
  readonly label: string;
  /** Taxonomy of the dimensions that it fits; `null` if it fits those that have its ids. */
  readonly taxonomy: string | null;
  readonly licence: string | null;
  /** Address of its source; `null` if none is known. */
  readonly source: string | null;
  /** Property of the file that the ids are from. */
  readonly id: string;
  /** When it was added, as ISO 8601. */
  readonly added: string;
  /** Its size; coordinates are within. */
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Frames around parts that lie far away and are drawn nearer. */
  readonly insets: readonly Inset[];
}

/** A shape of a layer. */
export interface Shape {
  /** `null` for a place that the file has no id of. */
  readonly id: string | null;
  readonly label: string;
  /** SVG path data. */
  readonly path: string;
  /** Middle of its largest part. */
  readonly x: number;
  readonly y: number;
}

export interface Inset {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The facts of a layer without its shapes. */
export type LayerFacts = Omit<ShapeLayer, "shapes" | "insets" | "width" | "height"> & {
  readonly numShapes: number;
};
