/** Escape text for XML. Replaces characters that XML 1.0 does not allow, even escaped. */
export function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}
