import { readAsset } from "../assets/assets.js";

const manifest = JSON.parse(Buffer.from(readAsset("package.json")).toString()) as {
  version: string;
};

export const VERSION = manifest.version;
