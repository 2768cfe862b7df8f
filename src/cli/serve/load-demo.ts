import { OPERATOR } from "../../access/actor.js";
import { sourceAt } from "../../calls/publishing/loads/load-request.js";
import { STRICT } from "../../calls/publishing/loads/load-rules.js";
import { loadSources } from "../../calls/publishing/loads/load.js";
import { assetFile, readAsset } from "../../core/assets/assets.js";
import { DEMO_CSV, DEMO_MODEL } from "../../core/assets/demo.js";
import { readModel } from "../../core/model/parse/read-model.js";
import type { Opened } from "../directory/opened.js";

/**
 * Load the sample dataset that comes with the program.
 * @param downloads directory for temporary downloads
 * @param unpackIn directory where the single executable unpacks assets that must be files
 */
export async function loadDemo(opened: Opened, downloads: string, unpackIn: string): Promise<void> {
  const { model } = readModel(readAsset(DEMO_MODEL));
  await loadSources(opened, {
    model,
    sources: [sourceAt({ kind: "file", path: assetFile(DEMO_CSV, unpackIn) }, model)],
    by: OPERATOR,
    download: { directory: downloads },
    private: false,
    managers: [],
    ...STRICT,
    replace: false,
    skipUnchanged: false,
  });
}
