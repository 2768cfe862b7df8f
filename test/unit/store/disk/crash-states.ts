import type { Random } from "../../engines/kernel/random.js";
import { type DirectoryNode, MemoryDisk, type Node, type Step, writeAt } from "./memory-disk.js";

/** Maximum number of states after one step; if there are more, a random sample is used. */
const MOST = 300;

/**
 * Generate every disk that a power failure can leave after some steps. Fsynced data is always there. Later writes to a
 * file are each complete, torn, zero or absent, and later changes of a directory are each there or not, in any
 * combination.
 * @param taken number of the disk's steps
 */
export function* crashStates(disk: MemoryDisk, taken: number, random: Random): Iterable<MemoryDisk> {
  const steps = disk.steps.slice(0, taken);
  const choices = findChoices(steps);
  const all = choices.reduce((product, { options }) => product * options, 1);
  for (let drawn = 0; drawn < Math.min(all, MOST); drawn++) {
    let rest = all <= MOST ? drawn : random.int(all);
    const chosen = new Map<Step, number>();
    for (const { step, options } of choices) {
      chosen.set(step, rest % options);
      rest = Math.floor(rest / options);
    }
    yield replay(disk, steps, chosen);
  }
}

const ABSENT = 0;
const WHOLE = 1;
const TORN = 2;
/** A write of which only the file's length is left. */
const ZEROED = 3;

interface Choice {
  readonly step: Step;
  readonly options: 2 | 4;
}

/** Steps that no fsync has made durable; but those of the reserve, whose contents do not matter. */
function findChoices(steps: readonly Step[]): readonly Choice[] {
  const synced = new Set<Node>(
    steps.flatMap((step) => (step.type === "enter" && step.name.startsWith("reserve") ? [step.node] : [])),
  );
  const choices: Choice[] = [];
  for (const step of steps.toReversed()) {
    switch (step.type) {
      case "sync":
        synced.add(step.file);
        break;
      case "sync directory":
        synced.add(step.directory);
        break;
      case "failed sync":
        // Later states no longer know what was written before it.
        synced.delete(step.file);
        break;
      case "write":
        if (!synced.has(step.file)) choices.push({ step, options: 4 });
        break;
      default:
        if (!synced.has(step.directory) && !step.name.startsWith("reserve")) choices.push({ step, options: 2 });
    }
  }
  return choices;
}

function replay({ root, initial }: MemoryDisk, steps: readonly Step[], chosen: ReadonlyMap<Step, number>): MemoryDisk {
  const copies = new Map<Node, Node>();
  const copyOf = <T extends Node>(node: T): T => {
    let copy = copies.get(node);
    if (!copy) {
      const begin = initial.get(node);
      copy = "entries" in node ? { entries: new Map() } : { bytes: Buffer.alloc(0) };
      copies.set(node, copy);
      if (begin && "bytes" in begin) (copy as typeof begin).bytes = begin.bytes;
      else for (const [name, each] of begin?.entries ?? []) (copy as DirectoryNode).entries.set(name, copyOf(each));
    }
    return copy as T;
  };
  for (const step of steps) {
    const fate = chosen.get(step) ?? WHOLE;
    if (fate === ABSENT) continue;
    if (step.type === "write") {
      const file = copyOf(step.file);
      file.bytes = writeAt(file.bytes, whatIsLeft(step.bytes, fate), step.position);
    } else if (step.type === "enter" || step.type === "unlink" || step.type === "rename") {
      const { entries } = copyOf(step.directory);
      const node = copyOf(step.node);
      const gone = step.type === "rename" ? step.from : step.name;
      if (step.type !== "enter" && entries.get(gone) === node) entries.delete(gone);
      // A name may be there even if the previous one is not.
      if (step.type !== "unlink") entries.set(step.name, node);
    }
  }
  return new MemoryDisk(copyOf(root));
}

function whatIsLeft(bytes: Buffer, fate: number): Buffer {
  if (fate === TORN) return bytes.subarray(0, bytes.length >> 1);
  return fate === ZEROED ? Buffer.alloc(bytes.length) : bytes;
}
