import type { AccountRecord, State } from "./manifest.js";

/**
 * Reference to a user who manages something: the id of the account, or `name:` and the name of a user who has no
 * account yet. Names of users never contain a colon.
 */
export type OwnerReference = string;

const AWAITED = "name:";

/** Refer to the user of a name who has no account yet: the first account of that name becomes the owner. */
export function awaitedOwner(name: string): OwnerReference {
  return `${AWAITED}${name}`;
}

/** Refer to a user by name: by id if there is an account. */
export function ownerCalled({ accounts }: Pick<State, "accounts">, name: string): OwnerReference {
  return accounts.find((each) => each.name === name)?.id ?? awaitedOwner(name);
}

/** Return the names of owners, for people to read. */
export function ownerNames(
  { accounts }: Pick<State, "accounts">,
  owners: readonly OwnerReference[],
): readonly string[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return owners.map((owner) => names.get(owner) ?? nameAwaited(owner) ?? owner);
}

/** Replace awaited owners by the accounts that there are now. */
export function resolveOwners(
  accounts: readonly AccountRecord[],
  owners: readonly OwnerReference[],
): readonly OwnerReference[] {
  const resolve = (owner: OwnerReference): OwnerReference => {
    const name = nameAwaited(owner);
    return name === undefined ? owner : ownerCalled({ accounts }, name);
  };
  return [...new Set(owners.map(resolve))];
}

/** Return the name of an awaited owner; `undefined` for an account. */
function nameAwaited(owner: OwnerReference): string | undefined {
  return owner.startsWith(AWAITED) ? owner.slice(AWAITED.length) : undefined;
}
