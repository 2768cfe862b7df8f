declare module "wawoff2" {
  /** Unpack a WOFF2 font. */
  export function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
