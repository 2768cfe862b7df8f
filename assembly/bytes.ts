/** Return a hash of a text: multiply and fold 8 bytes at a time. Up to 8 bytes behind it may be read. */
export function hashOf(from: usize, bytes: u32): u32 {
  let hash: u64 = (<u64>bytes + 1) * 0x9e3779b97f4a7c15;
  let at = from;
  const end = from + bytes;
  for (; at + 8 <= end; at += 8) hash = mix(hash ^ load<u64>(at));
  const rest = end - at;
  if (rest > 0) hash = mix(hash ^ (load<u64>(at) & (((<u64>1) << (rest * 8)) - 1)));
  return <u32>mix(hash);
}

/** Let every bit decide on the lowest ones, which choose the slot: texts often differ in their last letters only. */
@inline
function mix(hash: u64): u64 {
  const product = (hash ^ (hash >> 32)) * 0xff51afd7ed558ccd;
  return product ^ (product >> 32);
}

/** True if two texts have the same bytes. */
@inline
export function equal(a: usize, b: usize, bytes: u32): bool {
  let at: u32 = 0;
  for (; at + 8 <= bytes; at += 8) if (load<u64>(a + at) != load<u64>(b + at)) return false;
  for (; at < bytes; at++) if (load<u8>(a + at) != load<u8>(b + at)) return false;
  return true;
}
