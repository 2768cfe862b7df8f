import { OPERATOR } from "../../access/actor.js";
import { sourceAt } from "../../calls/publishing/loads/load-request.js";
import { STRICT } from "../../calls/publishing/loads/load-rules.js";
import { loadSources } from "../../calls/publishing/loads/load.js";
import { assetFile, readAsset } from "../../core/assets/assets.js";
import { DEMO_DATASETS, DEMO_SHAPES } from "../../core/assets/demo.js";
import { readModel } from "../../core/model/parse/read-model.js";
import { addShapes } from "../../calls/publishing/manage/add-shapes.js";
import { shapeDrawerHere } from "../../sources/shapes/shape-drawer.js";
import { ShapeFolder } from "../../store/shape-folder.js";
import type { Workplace } from "../directory/data-directory.js";
import type { Opened } from "../directory/opened.js";

/**
 * Load the sample dataset that comes with the program, the series that its amounts are adjusted by, and the shapes of
 * its map.
 * @param unpackIn directory where the single executable unpacks assets that must be files
 */
export async function loadDemo(
  opened: Opened,
  { downloads, directory, audit }: Pick<Workplace, "downloads" | "directory" | "audit">,
  unpackIn: string,
): Promise<void> {
  for (const { model: file, csv } of DEMO_DATASETS) {
    const { model } = readModel(readAsset(file));
    await loadSources(opened, {
      model,
      sources: [sourceAt({ kind: "file", path: assetFile(csv, unpackIn) }, model)],
      by: OPERATOR,
      download: { directory: downloads },
      private: false,
      managers: [],
      ...STRICT,
      replace: false,
      skipUnchanged: false,
    });
  }
  const { file, ...facts } = DEMO_SHAPES;
  await addShapes(new ShapeFolder(directory), assetFile(file, unpackIn), facts, shapeDrawerHere);
  await audit.record({ action: "shapes.add", shapes: facts.name, by: null });
}
