import type { AccountRecord } from "#src/store/disk/manifest.js";

/** Make the account of a user for tests. */
export function accountCalled(name: string, changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: `id of ${name}`,
    name,
    fullname: null,
    email: null,
    admin: false,
    keyVersion: 1,
    password: null,
    created: "2020-02-02T02:02:02.222Z",
    ...changes,
  };
}
