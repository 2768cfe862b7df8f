import { readAsset } from "../../core/assets/assets.js";

/** A glyph of a shaped text, with its place and advance in units of the font. */
export interface ShapedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
}

/** A face of a font at a weight. */
export interface LoadedFace {
  readonly unitsPerEm: number;
  /** Shape a part of a text, from left to right as it is seen. */
  readonly shape: (text: string, from: number, to: number, isRtl: boolean, language: string) => readonly ShapedGlyph[];
  /** Write the outline of a glyph as the path of an SVG element. @param place writes a point of the font's units */
  readonly outline: (glyph: number, place: (x: number, y: number) => string) => string;
  readonly free: () => void;
}

/** A font file in the memory of HarfBuzz. */
export interface LoadedFont {
  readonly load: (index: number, weight: number) => LoadedFace;
  readonly free: () => void;
}

/** HarfBuzz, which turns texts into glyphs. */
export interface HarfBuzz {
  readonly open: (bytes: Uint8Array) => LoadedFont;
}

type Exports = Readonly<Record<string, (...values: readonly number[]) => number>> & {
  readonly memory: WebAssembly.Memory<ArrayBuffer>;
  readonly __indirect_function_table: {
    readonly grow: (entries: number) => number;
    readonly set: (index: number, entry: CallableFunction) => void;
  };
};

/** Constants of HarfBuzz. */
const READ_ONLY = 1;
const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
/** Characters that are not drawn, as marks of direction, are no glyphs. */
const REMOVE_IGNORABLES = 8;
const WEIGHT = 0x77676874; // "wght"
/** Bytes of a glyph, and of its position. */
const RECORD = 20;
const PAGE = 65_536;

/** Start HarfBuzz in this thread. */
export function startHarfBuzz(): HarfBuzz {
  const module = new WebAssembly.Module(readAsset("dist/web/raster/harfbuzz.wasm"));
  const { exports } = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: { proc_exit: fail },
    env: {
      _emscripten_runtime_keepalive_clear: () => {},
      _abort_js: fail,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => grow(bytes >>> 0),
    },
  });
  const hb = exports as unknown as Exports;
  const grow = (bytes: number): number => {
    try {
      hb.memory.grow(Math.ceil((bytes - hb.memory.buffer.byteLength) / PAGE));
      return 1;
    } catch {
      return 0;
    }
  };
  hb["__wasm_call_ctors"]!();
  const pen = new Pen(hb);
  const buffer = hb["hb_buffer_create"]!();
  return {
    open(bytes) {
      const at = copyIn(hb, bytes);
      const blob = hb["hb_blob_create"]!(at, bytes.length, READ_ONLY, 0, 0);
      return {
        load: (index, weight) => loadFace(hb, { blob, buffer, pen }, index, weight),
        free: () => {
          hb["hb_blob_destroy"]!(blob);
          hb["free"]!(at);
        },
      };
    },
  };
}

function loadFace(
  hb: Exports,
  { blob, buffer, pen }: { readonly blob: number; readonly buffer: number; readonly pen: Pen },
  index: number,
  weight: number,
): LoadedFace {
  const face = hb["hb_face_create"]!(blob, index);
  const font = hb["hb_font_create"]!(face);
  const axis = copyIn(hb, new Uint8Array(8));
  new DataView(hb.memory.buffer).setUint32(axis, WEIGHT, true);
  new DataView(hb.memory.buffer).setFloat32(axis + 4, weight, true);
  hb["hb_font_set_variations"]!(font, axis, 1);
  hb["free"]!(axis);
  return {
    unitsPerEm: hb["hb_face_get_upem"]!(face),
    shape(text, from, to, isRtl, language) {
      const units = copyIn(hb, Buffer.from(text, "utf16le"));
      const tag = copyIn(hb, Buffer.from(`${language}\0`, "latin1"));
      hb["hb_buffer_reset"]!(buffer);
      // The text around a part tells how its letters join.
      hb["hb_buffer_add_utf16"]!(buffer, units, text.length, from, to - from);
      hb["hb_buffer_set_flags"]!(buffer, REMOVE_IGNORABLES);
      hb["hb_buffer_set_direction"]!(buffer, isRtl ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
      hb["hb_buffer_set_language"]!(buffer, hb["hb_language_from_string"]!(tag, -1));
      hb["hb_buffer_guess_segment_properties"]!(buffer);
      hb["hb_shape"]!(font, buffer, 0, 0);
      hb["free"]!(units);
      hb["free"]!(tag);
      return readGlyphs(hb, buffer);
    },
    outline: (glyph, place) => pen.draw(font, glyph, place),
    free() {
      hb["hb_font_destroy"]!(font);
      hb["hb_face_destroy"]!(face);
    },
  };
}

function readGlyphs(hb: Exports, buffer: number): readonly ShapedGlyph[] {
  const count = hb["hb_buffer_get_length"]!(buffer);
  const glyphs = hb["hb_buffer_get_glyph_infos"]!(buffer, 0);
  const places = hb["hb_buffer_get_glyph_positions"]!(buffer, 0);
  const view = new DataView(hb.memory.buffer);
  return Array.from({ length: count }, (_, at) => ({
    id: view.getUint32(glyphs + at * RECORD, true),
    advance: view.getInt32(places + at * RECORD, true),
    x: view.getInt32(places + at * RECORD + 8, true),
    y: view.getInt32(places + at * RECORD + 12, true),
  }));
}

/** Writes outlines that HarfBuzz draws. */
class Pen {
  readonly #hb: Exports;
  readonly #functions: number;
  #path = "";
  #place: (x: number, y: number) => string = () => "";

  constructor(hb: Exports) {
    this.#hb = hb;
    this.#functions = hb["hb_draw_funcs_create"]!();
    this.#let("move_to", "M", 2);
    this.#let("line_to", "L", 2);
    this.#let("quadratic_to", "Q", 4);
    this.#let("cubic_to", "C", 6);
    this.#let("close_path", "Z", 0);
  }

  draw(font: number, glyph: number, place: (x: number, y: number) => string): string {
    this.#path = "";
    this.#place = place;
    this.#hb["hb_font_draw_glyph"]!(font, glyph, this.#functions, 0);
    return this.#path;
  }

  /** Let HarfBuzz write a command of the path, with a number of coordinates. */
  #let(name: string, command: string, coordinates: number): void {
    // Before them stand the functions, data and the state, behind them data.
    const write = (...values: readonly number[]): void => {
      const points: string[] = [];
      for (let at = 3; at < 3 + coordinates; at += 2) points.push(this.#place(values[at]!, values[at + 1]!));
      this.#path += command + points.join(" ");
    };
    const table = this.#hb.__indirect_function_table;
    const index = table.grow(1);
    table.set(index, asExport(write, coordinates));
    this.#hb[`hb_draw_funcs_set_${name}_func`]!(this.#functions, index, 0, 0);
  }
}

/** Turn a function of three integers, some floats and an integer into one that a table of WebAssembly may have. */
function asExport(call: (...values: readonly number[]) => void, floats: number): CallableFunction {
  const [integer, float] = [0x7f, 0x7d];
  const types = [integer, integer, integer, ...Array<number>(floats).fill(float), integer];
  const section = [1, 0x60, types.length, ...types, 0];
  // A module that imports the function `e.f` and exports it as `f`.
  const imports = [2, 7, 1, 1, 0x65, 1, 0x66, 0, 0];
  const exports = [7, 5, 1, 1, 0x66, 0, 0];
  const bytes = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, section.length, ...section, ...imports, ...exports);
  const exporting = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: call } });
  return (exporting.exports as { readonly f: CallableFunction }).f;
}

/** Copy bytes into the memory of HarfBuzz. @returns their address, to be freed */
function copyIn(hb: Exports, bytes: Uint8Array): number {
  const address = hb["malloc"]!(bytes.length) >>> 0;
  if (address === 0) throw new RangeError("There is no memory for a font");
  new Uint8Array(hb.memory.buffer).set(bytes, address);
  return address;
}

function fail(): never {
  throw new Error("HarfBuzz failed");
}
