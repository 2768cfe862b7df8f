import { STATUS_CODES } from "node:http";

/** A page that says what was wrong; it needs nothing else to be shown. */
export function writeProblemPage(status: number, faults: readonly string[]): string {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const items = faults.map((fault) => `<p>${escapeHtml(fault)}</p>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${items}
<p><a href="/">All datasets</a></p>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
