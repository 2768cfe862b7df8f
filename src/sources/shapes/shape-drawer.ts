import { readFile } from "node:fs/promises";
import { type DrawnLayer, makeLayer } from "./make-layer.js";
import { readShapeFile } from "./read-shape-file.js";

/** A request for the shapes of a file. */
export interface DrawRequest {
  /** Path of a GeoJSON or TopoJSON file. */
  readonly path: string;
  /** Property that identifies a place. */
  readonly id: string;
}

/** The shapes of a file as maps draw them, and what they lack. */
export interface DrawnShapes extends DrawnLayer {
  readonly warnings: readonly string[];
}

/** Checks, projects and simplifies the shapes of files, in this thread or another. */
export interface ShapeDrawer {
  /** @throws BadSource with every error of the file; OverCapacity if too many wait, or if memory is short */
  drawShapes(request: DrawRequest): Promise<DrawnShapes>;
}

/** Draws shapes in this thread, which does nothing else for up to some seconds. */
export const shapeDrawerHere: ShapeDrawer = {
  async drawShapes({ path, id }) {
    const { places, warnings } = readShapeFile(await readFile(path), id);
    return { ...makeLayer(places), warnings };
  },
};
