import { errorText } from "../core/errors/error-text.js";
import { Conflict, NotFound } from "../core/errors/errors.js";
import { didYouMean } from "../core/model/nearest.js";
import type { AccountRecord, DatasetRecord, State } from "./disk/manifest.js";
import { resolveOwners } from "./disk/owners.js";

/** A change of an account, computed from the account as it is when the change is written. */
export type ChangeAccount = (account: AccountRecord) => Partial<Omit<AccountRecord, "id" | "name">>;

/** Find a user's account. @throws NotFound, naming similar user names */
export function accountOf({ accounts }: Pick<State, "accounts">, name: string): AccountRecord {
  const account = accounts.find((each) => each.name === name);
  if (account) return account;
  const known = accounts.map((each) => each.name);
  const near = didYouMean(name, known);
  throw new NotFound(errorText("no_user_of_name", { name, remedy: near || "; see: spendcube user list" }));
}

/** Add an account; it becomes a manager of the datasets that await a user of its name. @throws Conflict if a user has this name, ignoring case */
export function withAccount(state: State, account: AccountRecord): State {
  const taken = state.accounts.find((each) => each.name.toLowerCase() === account.name.toLowerCase());
  if (taken) throw new Conflict(errorText("user_of_name", { name: taken.name }));
  const accounts = [...state.accounts, account];
  const datasets = state.datasets.map((record) => ({ ...record, managers: resolveOwners(accounts, record.managers) }));
  return { ...state, accounts, datasets };
}

/**
 * Change an account.
 * @throws NotFound, also if another user has the name now
 */
export function withChangedAccount(
  state: State,
  { id, name }: Pick<AccountRecord, "id" | "name">,
  change: ChangeAccount,
): State {
  const before = state.accounts.find((each) => each.id === id);
  if (!before) throw new NotFound(errorText("user_removed_meanwhile", { name }));
  const after = { ...before, ...change(before) };
  return { ...state, accounts: state.accounts.map((each) => (each === before ? after : each)) };
}

/**
 * Remove an account, also as a manager of datasets and runs.
 * @throws NotFound
 */
export function withoutAccount(state: State, name: string): State {
  const removed = accountOf(state, name);
  const withoutManager = <T extends Pick<DatasetRecord, "managers">>(record: T): T =>
    record.managers.includes(removed.id)
      ? { ...record, managers: record.managers.filter((each) => each !== removed.id) }
      : record;
  return {
    ...state,
    accounts: state.accounts.filter((each) => each !== removed),
    datasets: state.datasets.map(withoutManager),
    runs: state.runs.map(withoutManager),
  };
}
