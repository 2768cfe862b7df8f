import { withoutBlocks } from "./markdown.js";

/** List links and pictures to files of the repository and to headings; others are left alone. */
export function listLinks(markdown: string): readonly string[] {
  const text = withoutBlocks(markdown).replaceAll(/`[^`]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));
}

/** List the anchors that GitHub gives headings. */
export function listAnchors(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    let free = anchor;
    for (let n = 1; anchors.has(free); n++) free = `${anchor}-${n}`;
    anchors.add(free);
  }
  return anchors;
}
