/** An option of the command line, which can also be set by an environment variable. */
export interface Setting {
  /** Flags as shown by `--help`, such as `--port <number>`. */
  readonly flags: string;
  readonly help: string;
  /** Its environment variable, if another setting has the same flag. */
  readonly variable?: string;
  readonly preset?: string | number;
  /** An address is a local path or a URL; a contact is an e-mail address or a URL. */
  readonly type?: "text" | "number" | "flag" | "address" | "url" | "contact";
  /** Bounds of a number. */
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
  /** The only value of `--engine` with which it has a meaning. */
  readonly engine?: "memory" | "clickhouse";
}

/** Make a setting. */
export function setting(flags: string, help: string, rest: Omit<Setting, "flags" | "help"> = {}): Setting {
  return { flags, help, ...rest };
}
