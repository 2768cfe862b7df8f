import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readAsset } from "../../core/assets/assets.js";
import { fontsFor, withoutSymbols } from "./fonts.js";

let started: Promise<void> | null = null;

/**
 * Draw an SVG picture as PNG, in the size that it states, on a background.
 * @param svg without external files
 * @param background colour; `null` for none
 * Cost: about 60 ms in this thread, which cannot be interrupted; it grows with the shapes.
 */
export async function rasterize(svg: string, background: string | null = "#ffffff"): Promise<Uint8Array> {
  await (started ??= initWasm(readAsset("dist/web/raster/resvg.wasm")));
  const drawable = withoutSymbols(svg);
  const picture = new Resvg(drawable, {
    ...(background !== null && { background }),
    font: { fontBuffers: [...fontsFor(drawable)], defaultFontFamily: "Inter" },
  });
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
