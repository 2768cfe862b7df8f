import { IS_SINGLE, readAsset } from "../../core/assets/assets.js";

const manifest = readJson("package.json") as {
  readonly version: string;
};

export const VERSION = manifest.version;

/** Describe the version for `--version`: the version on a line of its own, the commit if known, and the platform. */
export function programVersion(): string {
  const { commit, date, changed } = readJson("dist/build.json") as {
    readonly commit: string | null;
    readonly date: string | null;
    readonly changed: boolean;
  };
  const built = commit === null ? "commit unknown" : `commit ${commit} of ${date}${changed ? ", with changes" : ""}`;
  const form = IS_SINGLE ? ", single executable" : "";
  return `${VERSION}\n${built}\nNode ${process.versions.node}, ${process.platform}-${process.arch}${form}`;
}

function readJson(asset: "package.json" | "dist/build.json"): unknown {
  return JSON.parse(Buffer.from(readAsset(asset)).toString());
}
