import { createPasswords } from "../../access/passwords.js";
import { setPassword } from "../../access/set-password.js";
import { addUser, rotateKey } from "../../access/users.js";
import { DraftFolder } from "../../calls/publishing/drafts/draft-folder.js";
import { accountOf } from "../../store/accounts.js";
import type { AccountRecord } from "../../store/disk/manifest.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { formatTable, printDone, printJson, printLine, printNote } from "../terminal/terminal.js";
import type { Call } from "./call.js";

interface Options {
  readonly json?: boolean;
}

interface AddOptions extends Options {
  readonly admin?: boolean;
  readonly fullname?: string;
  readonly email?: string;
}

/** Add a user and print only the key. */
export async function addUserByName({ place, args, options, input, terminal }: Call<AddOptions>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  const { admin = false, fullname = null, email = null } = options;
  const password = input === undefined ? null : await createPasswords().hash(input, name);
  const key = await addUser(catalog, { name, fullname, email, admin, password });
  const { id } = accountOf(catalog, name);
  await place.audit.record({ action: "user.add", user: name, user_id: id, admin, by: null });
  if (password === null) printNote(terminal.err, "note", phraseText("key_is_for_programs", { user: name }));
  return printDone(terminal, options, { user: name, key }, key);
}

export async function listUsers({ place, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const { accounts } = catalog;
  if (options.json) printJson(terminal, accounts.map(describeUser));
  else if (accounts.length === 0) printLine(terminal.err, `there are no users in ${place.directory}`);
  else {
    const header = ["name", "role", "password", "added", "full name", "email"];
    printLine(terminal.out, formatTable([header, ...accounts.map(describeRow)]));
  }
  return 0;
}

/** Replace a user's key and print only the new one. */
export async function rotateUserKey({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  const user = accountOf(catalog, name);
  const key = await rotateKey(catalog, user);
  await place.audit.record({ action: "user.key", user: name, user_id: user.id, by: null });
  return printDone(terminal, options, { user: name, key }, key);
}

export async function setUserPassword({ place, args, options, input, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  const user = accountOf(catalog, name);
  await setPassword(catalog, createPasswords(), user, input ?? "");
  await place.audit.record({ action: "user.password", user: name, user_id: user.id, by: null });
  const text = `changed the password of ${name} and ended all sessions`;
  return printDone(terminal, options, { password_changed: name }, text);
}

export async function removeUser({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  const user = accountOf(catalog, name);
  const { id } = user;
  await catalog.removeAccount(name);
  await new DraftFolder(place.drafts).removeOf(user);
  await place.audit.record({ action: "user.remove", user: name, user_id: id, by: null });
  return printDone(terminal, options, { removed: name }, `removed ${name}, also from the managers of all datasets`);
}

function describeUser({ name, fullname, email, admin, password, created }: AccountRecord): object {
  return { name, fullname, email, admin, has_password: password !== null, created };
}

function describeRow({ name, fullname, email, admin, password, created }: AccountRecord): readonly string[] {
  const role = admin ? "administrator" : "user";
  return [name, role, password === null ? "none" : "set", created.slice(0, 10), fullname ?? "", email ?? ""];
}
