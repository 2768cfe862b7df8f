import { ownerCalled } from "./owners.js";
import type { RunRecord, State } from "./manifest.js";

/**
 * Replace the names of users in a state of format 1 by their ids.
 *
 * A dataset's manager without an account stays awaited: removed users were removed from the managers. Runs kept the
 * names of removed users, so a name in a run only means an account that is older than the run.
 */
export function replaceNames({ accounts, datasets, runs, ...rest }: State): State {
  return {
    ...rest,
    accounts,
    datasets: datasets.map((record) => ({
      ...record,
      managers: record.managers.map((name) => ownerCalled({ accounts }, name)),
    })),
    runs: runs.map((run) =>
      replaceRunNames({ accounts: accounts.filter(({ created }) => created <= run.queued) }, run),
    ),
  };
}

function replaceRunNames(known: Pick<State, "accounts">, run: RunRecord): RunRecord {
  const ids = new Set(known.accounts.map(({ id }) => id));
  return {
    ...run,
    user: run.user === null ? null : ownerCalled(known, run.user),
    managers: run.managers.map((name) => ownerCalled(known, name)).filter((owner) => ids.has(owner)),
  };
}
