import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readAsset } from "../../core/assets/assets.js";
import { drawTexts, type LanguageOf } from "./draw-texts.js";

/** How a picture is drawn. */
interface RasterStyle {
  /** Colour behind it; `null` for none. */
  readonly background?: string | null;
  readonly languageOf?: LanguageOf;
}

let started: Promise<void> | null = null;

/**
 * Draw an SVG picture as PNG, in the size that it states.
 * @param svg without external files
 * Cost: about 60 ms in this thread, which cannot be interrupted; it grows with the shapes. The first picture with letters
 * that the program's own fonts lack costs as much again, to look into those of the system.
 */
export async function rasterize(
  svg: string,
  { background = "#ffffff", languageOf = () => null }: RasterStyle = {},
): Promise<Uint8Array> {
  await (started ??= initWasm(readAsset("dist/web/raster/resvg.wasm")));
  const picture = new Resvg(drawTexts(svg, languageOf), background === null ? {} : { background });
  try {
    const image = picture.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    // The memory of WebAssembly is not garbage collected.
    picture.free();
  }
}
