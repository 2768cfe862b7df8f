/** A node of JSON-LD: names with a prefix, and values. */
type Node = Readonly<Record<string, unknown>>;

/**
 * Write JSON-LD as Turtle: a node with a context of prefixes, whose names all have one of them. Values are texts, nodes, and
 * lists of these.
 */
export function writeTurtle({ "@context": context, ...graph }: Node): string {
  const subjects: string[] = [];
  writeSubject(graph, subjects);
  const prefixes = Object.entries(context as Readonly<Record<string, string>>);
  // Nodes that several others refer to are described once.
  return [...prefixes.map(([prefix, iri]) => `@prefix ${prefix}: ${iriOf(iri)} .\n`), "\n", ...new Set(subjects)].join(
    "",
  );
}

function writeSubject(node: Node, subjects: string[]): void {
  const place = subjects.push("") - 1;
  subjects[place] = `${iriOf(String(node["@id"]))} ${writePairs(node, subjects)} .\n\n`;
}

function writePairs(node: Node, subjects: string[]): string {
  const pairs = Object.entries(node).flatMap(([key, value]) => {
    if (key === "@id") return [];
    if (key === "@type") return [`a ${String(value)}`];
    const objects = (Array.isArray(value) ? value : [value]).map((each) => writeObject(each, subjects));
    return objects.length === 0 ? [] : [`${key} ${objects.join(", ")}`];
  });
  return pairs.join(" ;\n  ");
}

function writeObject(value: unknown, subjects: string[]): string {
  if (typeof value !== "object" || value === null) return literalOf(String(value));
  const node = value as Node;
  if ("@value" in node) return `${literalOf(String(node["@value"]))}^^${String(node["@type"])}`;
  if (!("@id" in node)) return `[ ${writePairs(node, subjects)} ]`;
  if (Object.keys(node).length > 1) writeSubject(node, subjects);
  return iriOf(String(node["@id"]));
}

/** Turtle has the escapes of JSON, but no lone surrogates. */
function literalOf(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

function iriOf(iri: string): string {
  // oxlint-disable-next-line no-control-regex
  return `<${iri.toWellFormed().replaceAll(/[\x00-\x20<>"{}|^`\\]/g, encodeURIComponent)}>`;
}
