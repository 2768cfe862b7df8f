import { OPERATOR } from "../../access/actor.js";
import { sourceAt } from "../../calls/publishing/loads/load-request.js";
import { STRICT } from "../../calls/publishing/loads/load-rules.js";
import { loadSources } from "../../calls/publishing/loads/load.js";
import { assetFile, readAsset } from "../../core/assets/assets.js";
import { DEMO_DATASETS } from "../../core/assets/demo.js";
import { readModel } from "../../core/model/parse/read-model.js";
import type { Opened } from "../directory/opened.js";

/**
 * Load the sample dataset that comes with the program, and the series that its amounts are adjusted by.
 * @param downloads directory for temporary downloads
 * @param unpackIn directory where the single executable unpacks assets that must be files
 */
export async function loadDemo(opened: Opened, downloads: string, unpackIn: string): Promise<void> {
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
}
