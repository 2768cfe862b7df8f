import { escapeXml } from "../../calls/reading/formats/xml.js";

/** A feed in the format Atom (RFC 4287). Times are ISO 8601, UTC; ids and addresses absolute URLs. */
export interface AtomFeed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly author: string;
  /** Address of the feed. */
  readonly self: string;
  /** Address of the page with the same content. */
  readonly page: string;
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly page: string;
  readonly summary: string;
}

/** Write a feed. */
export function writeAtom({ id, title, updated, author, self, page, entries }: AtomFeed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<author><name>${escapeXml(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
${entries.map(writeEntry).join("")}</feed>
`;
}

function writeEntry({ id, title, updated, page, summary }: AtomEntry): string {
  return `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<summary>${escapeXml(summary)}</summary>
</entry>
`;
}
