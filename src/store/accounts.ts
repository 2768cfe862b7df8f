import { Conflict, NotFound } from "../errors/errors.js";
import { didYouMean } from "../model/nearest.js";
import type { AccountRecord, State } from "./disk/manifest.js";

/** A change of an account, computed from the account as it is when the change is written. */
export type ChangeAccount = (account: AccountRecord) => Partial<Omit<AccountRecord, "id" | "name">>;

/** Find a user's account. @throws NotFound, naming similar user names */
export function accountOf({ accounts }: Pick<State, "accounts">, name: string): AccountRecord {
  const account = accounts.find((each) => each.name === name);
  if (account) return account;
  const known = accounts.map((each) => each.name);
  throw new NotFound(`no user with name "${name}"${didYouMean(name, known)}`);
}

/** Add an account. @throws Conflict if a user has this name, ignoring case */
export function withAccount(state: State, account: AccountRecord): State {
  const taken = state.accounts.find((each) => each.name.toLowerCase() === account.name.toLowerCase());
  if (taken) throw new Conflict(`There is a user with name "${taken.name}" already`);
  return { ...state, accounts: [...state.accounts, account] };
}

/** Change an account. @throws NotFound */
export function withChangedAccount(state: State, name: string, change: ChangeAccount): State {
  const before = accountOf(state, name);
  const after = { ...before, ...change(before) };
  return { ...state, accounts: state.accounts.map((each) => (each === before ? after : each)) };
}

/**
 * Remove an account, also as a manager of datasets: a later user of this name must not manage them.
 * @throws NotFound
 */
export function withoutAccount(state: State, name: string): State {
  const removed = accountOf(state, name);
  return {
    ...state,
    accounts: state.accounts.filter((each) => each !== removed),
    datasets: state.datasets.map((record) =>
      record.managers.includes(name)
        ? { ...record, managers: record.managers.filter((each) => each !== name) }
        : record,
    ),
  };
}
