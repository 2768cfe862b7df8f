/** Lines that commands print for people, in English, and their parts. `<name>` is a value. */
export const OUTPUT_TEXTS = {
  control_rows: "<rows>, <count> left out, <rows_b> without an amount",
  model_is_valid: 'the model of "<name>" is valid',
  package_is_valid: 'the package of "<name>" is valid',
  file_checked: "<state>: <rows> read, <count> of them blank",
  file_checked_warned: "<state>, <other>: <rows> read, <count> of them blank",
  errors_of_kind: "<count> of this kind<others>",
  errors_of_kind_in_column: '<count> of this kind in column "<column>"<others>',
  errors_of_other_kinds: "… and <count> more of other kinds; --all lists them",
  errors_not_listed: "<count> more errors are not listed",
  nothing_loaded_rows: "nothing was loaded: correct these rows, or load only the valid ones with --skip-invalid",
  nothing_loaded_columns: "nothing was loaded: correct what concerns whole columns",
  catalogues_show: 'catalogues of data (DCAT-AP) also show <names>: add them to "dataset" where you can',
  not_compared: "not compared with <directory>: <reason>",
  files_verified: "<count> files and <amount> MB read: nothing is damaged",
  damage_holds: "<reason>; it holds <names>",
  version_not_verified:
    "one version has entries in a ClickHouse cluster, which were not read; add --engine clickhouse and its --clickhouse-url",
  versions_not_verified:
    "<count> versions have entries in a ClickHouse cluster, which were not read; add --engine clickhouse and its --clickhouse-url",
  key_is_for_programs:
    "the key is for programs; to sign in on pages, set a password: spendcube user set-password <user>",
  directory_is_new: "<directory> held nothing and is a new data directory now<remedy>",
} as const;

/** Phrases that stand in these lines. */
export const OUTPUT_PHRASES = {
  no_problems: "no problems",
  nothing_to_check: "no rows to check",
  one_problem: "1 problem",
  some_problems: "<count> problems",
  more_than_listed: ", <count> more than listed; --all lists them",
  name_other_directory: "; if you meant another one, name it with --data",
} as const;
