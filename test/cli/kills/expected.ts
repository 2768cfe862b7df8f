import type { Random } from "../../unit/engines/kernel/random.js";

/** Entries of every version. */
export const ROWS = 4000;

/** What a data directory holds, as far as commands of the test change it. */
export interface Contents {
  readonly datasets: Readonly<Record<string, ExpectedDataset>>;
  readonly users: Readonly<Record<string, ExpectedUser>>;
}

interface ExpectedDataset {
  readonly private: boolean;
  readonly managers: readonly string[];
  /** The current one first. */
  readonly versions: readonly ExpectedVersion[];
}

export interface ExpectedVersion {
  readonly number: number;
  /** Number of the version that was loaded with this data. */
  readonly loadedAs: number;
  readonly total: string;
  readonly note: string | null;
  readonly state: "stored" | "with its source" | "purged";
}

interface ExpectedUser {
  readonly keyVersion: number;
  readonly hasPassword: boolean;
}

/** A command, and what the directory holds after it. */
export interface Act {
  readonly kind: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** Amount of each row that is loaded. */
  readonly paid?: number;
  readonly after: Contents;
  /** Last version numbers of datasets that it drops. */
  readonly dropped?: Readonly<Record<string, number>>;
}

/** The state that acts are chosen for. */
export interface Known {
  readonly contents: Contents;
  /** Last version numbers of dropped datasets. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Unlike that of any act before. */
  readonly number: number;
}

/** More are not made, so that no version is dropped for being the oldest. */
const MAX_VERSIONS = 15;

const TOWN = "town";

type Choice = (known: Known, random: Random) => Act | null;

const CHOICES: readonly Choice[] = [
  load,
  load,
  (known) => load(known, null, "with its source"),
  changeTown("publication", (town) => [
    ["dataset", town.private ? "publish" : "retract", TOWN],
    { ...town, private: !town.private },
  ]),
  changeTown("note", (town, { number }, random) => {
    const { number: noted } = random.pick(town.versions.filter(({ state }) => state !== "purged"));
    const note = `Note ${number}`;
    const versions = town.versions.map((each) => (each.number === noted ? { ...each, note } : each));
    return [["dataset", "note", `${TOWN}@${noted}`, note], { ...town, versions }];
  }),
  changeTown("rollback", (town, _, random) => {
    const stored = town.versions.slice(1).filter(({ state }) => state !== "purged");
    if (stored.length === 0) return null;
    const restored = random.pick(stored);
    const current = { ...restored, number: town.versions[0]!.number + 1, note: null };
    return [["dataset", "rollback", `${TOWN}@${restored.number}`], { ...town, versions: [current, ...town.versions] }];
  }),
  changeTown("purge", (town, _, random) => {
    const [current] = town.versions;
    const left = town.versions.filter(({ loadedAs, state }) => loadedAs !== current!.loadedAs && state !== "purged");
    if (left.length === 0) return null;
    const { loadedAs } = random.pick(left);
    const isPurged = (each: ExpectedVersion): boolean => each.loadedAs === loadedAs;
    const versions = town.versions.map((each) =>
      isPurged(each) ? ({ ...each, note: null, state: "purged" } as const) : each,
    );
    const names = town.versions.filter(isPurged).map(({ number }) => `${TOWN}@${number}`);
    return [["dataset", "purge", ...names], { ...town, versions }];
  }),
  changeTown("manager", (town, { contents }, random) => {
    const users = Object.keys(contents.users);
    if (users.length === 0) return null;
    const name = random.pick(users);
    const isManager = town.managers.includes(name);
    const managers = isManager ? town.managers.filter((each) => each !== name) : [...town.managers, name].toSorted();
    return [["dataset", "managers", TOWN, isManager ? "--remove" : "--add", name], { ...town, managers }];
  }),
  changeUser,
];

/** Choose a command that the directory allows. */
export function chooseAct(known: Known, random: Random): Act {
  const town = known.contents.datasets[TOWN];
  if (town && town.versions.length >= MAX_VERSIONS) return drop(known, town);
  for (;;) {
    const act = random.pick(CHOICES)(known, random);
    if (act) return act;
  }
}

function load({ contents, dropped, number }: Known, _: Random | null, state: ExpectedVersion["state"] = "stored"): Act {
  const town = contents.datasets[TOWN] ?? { private: false, managers: [], versions: [] };
  const next = 1 + (town.versions[0]?.number ?? dropped[TOWN] ?? 0);
  const version = { number: next, loadedAs: next, total: totalOf(number), note: null, state };
  const more = state === "stored" ? [] : ["--keep-sources"];
  return {
    kind: state === "stored" ? "load" : "load with its source",
    args: ["load", ...more],
    paid: number,
    after: withDataset(contents, { ...town, versions: [version, ...town.versions] }),
  };
}

function drop({ contents, dropped }: Known, { versions }: ExpectedDataset): Act {
  const { [TOWN]: _, ...datasets } = contents.datasets;
  return {
    kind: "drop",
    args: ["dataset", "drop", TOWN],
    after: { ...contents, datasets },
    dropped: { ...dropped, [TOWN]: versions[0]!.number },
  };
}

/** Make a choice that changes the dataset if there is one. */
function changeTown(
  kind: string,
  change: (
    town: ExpectedDataset,
    known: Known,
    random: Random,
  ) => readonly [args: readonly string[], after: ExpectedDataset] | null,
): Choice {
  return (known, random) => {
    const town = known.contents.datasets[TOWN];
    const changed = town ? change(town, known, random) : null;
    return changed && { kind, args: changed[0], after: withDataset(known.contents, changed[1]) };
  };
}

function withDataset(contents: Contents, town: ExpectedDataset): Contents {
  return { ...contents, datasets: { ...contents.datasets, [TOWN]: town } };
}

function changeUser({ contents, number }: Known, random: Random): Act {
  const { datasets, users } = contents;
  const names = Object.keys(users);
  const kind = "user";
  if (names.length < 2 || (names.length < 5 && random.chance(30))) {
    const name = `user${number}`;
    const after = { datasets, users: { ...users, [name]: { keyVersion: 1, hasPassword: false } } };
    return { kind, args: ["user", "add", name], after };
  }
  const name = random.pick(names);
  const { [name]: user, ...others } = users as Record<string, ExpectedUser>;
  if (random.chance(30)) {
    const left = Object.entries(datasets).map(([dataset, each]) => {
      return [dataset, { ...each, managers: each.managers.filter((manager) => manager !== name) }] as const;
    });
    return { kind, args: ["user", "remove", name], after: { datasets: Object.fromEntries(left), users: others } };
  }
  if (random.chance(50)) {
    const changed = { ...user!, keyVersion: user!.keyVersion + 1 };
    return { kind, args: ["user", "rotate-key", name], after: { datasets, users: { ...users, [name]: changed } } };
  }
  return {
    kind,
    args: ["user", "set-password", name, "--password-stdin"],
    input: `correct horse ${number}\n`,
    after: { datasets, users: { ...users, [name]: { ...user!, hasPassword: true } } },
  };
}

/** Return the total of a version whose rows have an amount each. */
function totalOf(paid: number): string {
  return `${ROWS} × ${ROWS * paid}`;
}
