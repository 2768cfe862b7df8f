/** Warnings of models, and doubts about those that are proposed. `<name>` is a value. */
export const PROPOSAL_WARNINGS = {
  amount_may_be_other: "the amount may also be <columns>: proposed as a further measure",
  amount_may_be_others: "the amount may also be <columns>: proposed as further measures",
  base_and_per_ignored: "base and per are of rates alone; they are ignored",
  beginning_analysed: "only the beginning of the file was analysed: later rows may differ",
  cell_without_date:
    "<column> has 1 cell without a date, such as <examples>: correct them, or load with --skip-invalid",
  cells_without_date:
    "<column> has <count> cells without a date, such as <examples>: correct them, or load with --skip-invalid",
  cell_without_number:
    "<column> has 1 cell without a number, such as <examples>: correct them, or load with --skip-invalid",
  cells_without_number:
    "<column> has <count> cells without a number, such as <examples>: correct them, or load with --skip-invalid",
  currency_beside_currencies: 'the currencies of the amounts are in "<dimension>"; leave it out',
  currency_missing: 'is missing; write an ISO 4217 code, for example "EUR"',
  dates_unread: "<column> is not read as dates: <value> is not a date<remedy>",
  header_repeated: "the header is repeated in <count> rows, which a load leaves out",
  key_not_in_entry_key: 'has "key": true but is not in dataset.entry_key; entry ids do not include it',
  key_misplaced: "<path> is ignored: <reason>",
  key_unknown: "<path> is unknown and ignored<remedy>",
  dates_swapped:
    '<column> has <count> dates whose day is 12 or less, and <others> texts whose day is more, such as "<cell>": a program that expects the month first has probably swapped day and month in the former; check them, and correct the file where they are wrong',
  ledger_marks: "<column> has <count> cells with CR or DR: CR is read as negative, DR as positive",
  sides_without_signs:
    "<column> says on which side of a ledger each row is (<values>), and no amount has a sign: sums add up both sides. If one reduces the other, give its amounts a minus in the file, or leave out its rows",
  more_errors: "… and <count> more errors",
  more_keys_unknown: "… and <count> more keys or types that are unknown and ignored",
  no_column_of_amounts:
    'no column of "<name>" looks like amounts; if one of <columns> is, name it with --amount, or add "amount": { "type": "measure", "datatype": "float", "column": … } to "mapping"',
  no_column_of_dates:
    'no column of "<name>" holds dates: all rows are dated <year>, this year; give another date with --date, for example --date 2024',
  numbers_read_as_text:
    '<column> is read as text, although <count> of <rows> cells are numbers: if it holds amounts, correct the others, such as <examples>, or name them in "empty" of the table',
  one_key_unknown: "the key <names> is unknown and ignored",
  several_keys_unknown: "the keys <names> are unknown and ignored",
  resource_left_out: '"<name>" <reason>; it is left out',
  row_begins_other_table:
    "row <row> begins another table, with the columns <columns>; its <count> rows are not loaded: put them into a file of their own",
  rows_repeated_in_file:
    "<count> of <rows> rows are the same as an earlier row in every cell, such as row <row> below the header as row <row_b>: if the file holds them twice, delete the second ones, because a load counts each of them",
  row_with_few_cells:
    "row <row> has <count> cells where the header has <length>, and its amount in another column: <text>; write the delimiter that is missing, or load with --skip-invalid",
  row_with_other_delimiter: "row <row> is written with <kind>: <text>",
  periods_of_ledger:
    "<column> has periods such as <value>, which are read as months of the year that they name: if the first one is not January, write the months",
  three_decimals:
    "<column>: <value> has three decimals where the others have at most two; if it means thousands, write it without the separator",
  time_empty:
    '<column> is empty in <count> rows, which do not load: fill them, give "default_value", or use --skip-invalid',
  time_may_be_dates:
    'the time is <column>; <names> may be the date of the amounts as well: if so, name it with --time, or write it as the column of "time"',
  time_may_be_other:
    'the time is <column>; <names> has years, too: if it is the year of the amounts, write it as the column of "time"',
  time_may_be_others:
    'the time is <column>; <names> have years, too: if one of them is the year of the amounts, write it as the column of "time"',
  type_unknown: "<value> is not a known type, so <name> is a compound dimension<remedy>",
} as const;
