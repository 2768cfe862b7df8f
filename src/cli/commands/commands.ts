import {
  ADD_USER_SETTINGS,
  DATASET_SETTINGS,
  EXPORT_SETTINGS,
  LOAD_SETTINGS,
  MANAGERS_SETTINGS,
  PASSWORD_SETTINGS,
} from "../settings/settings.js";
import type { Setting } from "../settings/setting.js";
import { drop, printDatasets, listManagers, publish, retract, rollBack } from "./dataset.js";
import { exportDataset } from "./export.js";
import { load } from "./load.js";
import { addUserByName, listUsers, removeUser, rotateUserKey, setUserPassword } from "./user.js";
import { verify } from "./verify.js";
import type { Call } from "./call.js";

/** A command on a data directory. */
export interface CommandRun {
  readonly settings: readonly Setting[];
  /** Whether it makes the data directory where there is none. */
  readonly creates: boolean;
  /** Whether it is given a password on standard input. */
  readonly readsPassword?: (options: { readonly passwordStdin?: boolean }) => boolean;
  /** @returns the exit status */
  readonly run: (call: Call) => Promise<number>;
}

/** Every command that is done by the owner of its data directory, under the words that it is typed with. */
export const WORKS = {
  load: { settings: LOAD_SETTINGS, creates: true, run: load },
  export: { settings: EXPORT_SETTINGS, creates: false, run: exportDataset },
  "dataset list": { settings: DATASET_SETTINGS, creates: false, run: printDatasets },
  "dataset drop": { settings: DATASET_SETTINGS, creates: false, run: drop },
  "dataset publish": { settings: DATASET_SETTINGS, creates: false, run: publish },
  "dataset retract": { settings: DATASET_SETTINGS, creates: false, run: retract },
  "dataset rollback": { settings: DATASET_SETTINGS, creates: false, run: rollBack },
  "dataset managers": { settings: MANAGERS_SETTINGS, creates: false, run: listManagers },
  "user add": {
    settings: ADD_USER_SETTINGS,
    creates: true,
    readsPassword: ({ passwordStdin }) => passwordStdin ?? false,
    run: addUserByName,
  },
  "user list": { settings: DATASET_SETTINGS, creates: false, run: listUsers },
  "user rotate-key": { settings: DATASET_SETTINGS, creates: false, run: rotateUserKey },
  "user set-password": {
    settings: PASSWORD_SETTINGS,
    creates: false,
    readsPassword: () => true,
    run: setUserPassword,
  },
  "user remove": { settings: DATASET_SETTINGS, creates: false, run: removeUser },
  verify: { settings: DATASET_SETTINGS, creates: false, run: verify },
} as const satisfies Readonly<Record<string, CommandRun>>;

export type WorkName = keyof typeof WORKS;
