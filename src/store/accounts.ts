import { Conflict, NotFound } from "../errors/errors.js";
import { didYouMean } from "../model/nearest.js";
import type { AccountRecord, State } from "./disk/manifest.js";

/** Made of what an account is when its turn has come. */
export type ChangeAccount = (account: AccountRecord) => Partial<Omit<AccountRecord, "id" | "name">>;

/** @throws NotFound naming the nearest users */
export function accountOf({ accounts }: Pick<State, "accounts">, name: string): AccountRecord {
  const account = accounts.find((each) => each.name === name);
  if (account) return account;
  const known = accounts.map((each) => each.name);
  throw new NotFound(`no user with name "${name}"${didYouMean(name, known)}`);
}

/** @throws Conflict when somebody has the name, letter case aside */
export function withAccount(state: State, account: AccountRecord): State {
  const taken = state.accounts.find((each) => each.name.toLowerCase() === account.name.toLowerCase());
  if (taken) throw new Conflict(`There is a user with name "${taken.name}" already`);
  return { ...state, accounts: [...state.accounts, account] };
}

/** @throws NotFound */
export function withChangedAccount(state: State, name: string, change: ChangeAccount): State {
  const before = accountOf(state, name);
  const after = { ...before, ...change(before) };
  return { ...state, accounts: state.accounts.map((each) => (each === before ? after : each)) };
}

/**
 * Whoever gets the name next is another user, and manages nothing.
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
