import type { Random } from "../../kernel/random.js";
import { type DirectoryNode, MemoryDisk, type Node, type Step, writeAt } from "./memory-disk.js";

/** More states than this after one step are drawn at random from all that there are. */
const MOST = 300;

/**
 * Every disk that a power failure can leave behind after some steps. What was fsynced is there. Of what was written to a
 * file since, each piece is there, torn, zero or absent; of what was done to a directory since, each change is there or not,
 * in any combination.
 * @param taken how many of the disk's steps
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
/** The file has its length and not what was written. */
const ZEROED = 3;

interface Choice {
  readonly step: Step;
  readonly options: 2 | 4;
}

/** Steps that no fsync has made sure of. */
function findChoices(steps: readonly Step[]): readonly Choice[] {
  const synced = new Set<Node>();
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
        // What was written before it is lost for later ones.
        synced.delete(step.file);
        break;
      case "write":
        if (!synced.has(step.file)) choices.push({ step, options: 4 });
        break;
      default:
        if (!synced.has(step.directory)) choices.push({ step, options: 2 });
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
      // A name is there even when the one before it is not.
      if (step.type !== "unlink") entries.set(step.name, node);
    }
  }
  return new MemoryDisk(copyOf(root));
}

function whatIsLeft(bytes: Buffer, fate: number): Buffer {
  if (fate === TORN) return bytes.subarray(0, bytes.length >> 1);
  return fate === ZEROED ? Buffer.alloc(bytes.length) : bytes;
}
