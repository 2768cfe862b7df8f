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
  /** Heading above it in help; absent: the general one. */
  readonly group?: string;
}

/** Make a setting. Its type knows the flags and the rest, so that options can be inferred. */
export function setting<const Flags extends string, const Rest extends Omit<Setting, "flags" | "help"> = object>(
  flags: Flags,
  help: string,
  rest?: Rest,
): { readonly flags: Flags; readonly help: string } & Rest {
  return { flags, help, ...(rest as Rest) };
}

/** Name the group of some settings in help. */
export function inGroup<const Settings extends readonly Setting[]>(group: string, settings: Settings): Settings {
  return settings.map((each) => ({ ...each, group })) as readonly Setting[] as Settings;
}

/** Options of a command by the names of their properties, from its settings: absent only where there is no preset. */
export type OptionsOf<Settings extends readonly Setting[]> = {
  readonly [Each in Settings[number] as Each extends WithPreset ? PropertyOf<Each["flags"]> : never]: ValueOf<Each>;
} & {
  readonly [Each in Settings[number] as Each extends WithPreset ? never : PropertyOf<Each["flags"]>]?: ValueOf<Each>;
};

interface WithPreset {
  readonly preset: string | number;
}

type ValueOf<Each extends Setting> = Each extends { readonly type: "number" }
  ? number
  : Each extends { readonly type: "flag" }
    ? boolean
    : string;

/** Name of a property: `baseUrl` for `--base-url <url>`. */
type PropertyOf<Flags extends string> = Flags extends `--${infer Name} ${string}`
  ? Camel<Name>
  : Flags extends `--${infer Name}`
    ? Camel<Name>
    : never;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
