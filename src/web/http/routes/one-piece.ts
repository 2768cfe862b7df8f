/** Return bytes as a body in one piece. */
export async function* onePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
