/** Notes on a proposed model: what the table holds, and what the model makes of it, in English. `<name>` is a value. */
export const PROPOSAL_NOTES = {
  table_size: "<count> rows, <fields> columns separated by <separator>, encoding <encoding>",
  table_size_of_beginning: "the first <count> rows, <fields> columns separated by <separator>, encoding <encoding>",
  tables_read: "read: <sheets>",
  tables_read_and_left: "read: <sheets>; not read: <known>",
  amount_is: "amount: <readings>",
  time_is: "time: <readings>",
  key_is: "key: <readings>",
  decimal_comma: 'numbers: "," is the decimal sign',
  column_is_sum: "<heading> is <terms> in <count> rows: a control, and no measure",
  column_is_balance: "<heading> is the running balance of <terms> in <count> rows: a control, and no measure",
  column_in_other_units: "<heading> repeats <terms> in other units in <count> rows: a control, and no measure",
  left_out_empty: "left out, as empty: <columns>",
  left_out_sums:
    "left out, as only rows that are sums of others fill it: <heading> (<count> cells, such as <examples>)",
  left_out_personal: "left out, as it holds <kind>: <heading>; --keep <value> keeps it",
  column_is_personal: "<heading> holds <kind>, which everybody may read; --leave-out <value> leaves it out",
  start_server: "if no server runs yet, start it with spendcube serve --data <value>",
} as const;

/** Phrases that stand in these notes. */
export const READING_PHRASES = {
  same_for_all_rows: "<value> for all rows",
  date_of_file: "the date of the file",
  number_of_row: "the number of the row, because no small set of columns is unique",
  column_written: "<heading>, written <format>",
  date_of_all: "the date <value>",
  personal_emails: "e-mail addresses",
  personal_telephones: "telephone numbers",
  personal_accounts: "bank accounts",
  personal_births: "dates of birth",
  personal_ids: "national ids",
  personal_names: "names of persons",
  personal_some_names: "some names of persons",
} as const;
