/** Warnings and errors of the rows of a load, and of the table that they make. `<name>` is a value. */
export const LOAD_WARNINGS = {
  column_of_series_missing: "<file> lacks the column <column>, which the files of <dataset> have<remedy>",
  columns_not_read: "the model does not read <columns>",
  errors_not_listed: "<count> more errors are not listed",
  load_failed_in_server: "Something went wrong in the server, so nothing was loaded; the server's log has the cause",
  load_interrupted: "The load was interrupted; nothing was loaded",
  other_source_failed: "Another source of the same load failed, so nothing was loaded",
  rows_cannot_be_loaded: "<count> of <rows> rows cannot be loaded, with <numbers>; nothing was loaded",
  amounts_in_currencies: "The amounts are in several currencies and are not added up; the sum of each is <amounts>",
  commas_in_two_ways:
    'The column <column> has <numbers> that can be read in two ways, such as <examples>: <example> was read as <value>, with commas between thousands; with a decimal comma it is <fraction>. If that is meant, write "decimal": ",", "thousands": "." in the model, otherwise "decimal": "."',
  crosswalk_ambiguous:
    '"<dimension>": the crosswalk "<dataset>" has more than one target for <count> values, which therefore have none: <values>',
  crosswalk_not_loaded:
    '"<dimension>" has no values: its crosswalk "<dataset>" is not loaded, or not all readers of this dataset may read it',
  crosswalk_unusable: '"<dimension>" has no values: <reason>',
  directions_untold:
    '"<name>" tells revenue from expenditure (<values>), and the model does not say so: sums add both up. Give it "role": "direction", or derive a dimension with that role from it, as propose does',
  encoding_in_doubt:
    'The encoding of <name> is probably <encoding>, but may be <encoding_b>, in which <examples>; if that is right, give the model\'s dataset "encoding": "<declared>", otherwise "encoding": "<known>"',
  encodings_mixed: "<name> is UTF-8 but for <lines>, not UTF-8 and read as <encoding>; save the file as UTF-8",
  file_of_other_year:
    '"<name>" is named after <years>, but the model dates its rows in <known>: if the file is of another year, change the dates in the model',
  header_moved: "The header is in row <row>, not in row <row_b>; it was found by the names of its columns",
  hierarchy_not_checked:
    'hierarchy "<hierarchy>": "<level>" has too many members under "<parent>" to be checked for several parents',
  less_than_half:
    "This load leaves less than half of what the dataset had: <amounts>. If that is a mistake, roll the dataset back to the version before, and load the whole file",
  member_with_several_parents:
    'hierarchy "<hierarchy>": 1 member of "<level>" (<names>) has more than one parent in "<parent>", and therefore none',
  members_with_several_parents:
    'hierarchy "<hierarchy>": <count> members of "<level>" (<names>) have more than one parent in "<parent>", and therefore none',
  name_composed:
    '"<dimension>": 1 row has a name in another Unicode form (not NFC), and is joined with the same name in NFC: <names>',
  names_composed:
    '"<dimension>": <count> rows have names in another Unicode form (not NFC), and are joined with the same name in NFC: <names>',
  name_with_several:
    '1 name of "<dimension>" has several <kind>, of which only the last is shown; it covers <entries>. It is <name> with <kind_b>: <values>. <remedy>',
  names_with_several:
    '<count> names of "<dimension>" have several <kind>, of which only the last is shown; they cover <entries>. The worst is <name> with <kind_b> and <entries_b>: <values>. <remedy>',
  names_alike: '"<dimension>" has names that look alike and stay apart: <names>',
  other_table_begins: "Another table begins here, with the columns <columns>; put it into a file of its own",
  row_of_other_table: "The row <text> belongs to the table that begins on <place>; put that into a file of its own",
  row_of_other_delimiter: "The row <text> is written with <kind> where the header has <wanted>; write it with <wanted>",
  row_is_a_sum:
    '<place> is the sum of <count> other rows, a total and no entry: to leave it out, write "leave_out": [{ "sums": true }] into "dataset.table" of the model',
  row_is_of_sums:
    '<place>, with <rows> beside it, is the sum of <count> other rows, a total and no entry: to leave it out, write "leave_out": [{ "sums": true }] into "dataset.table" of the model',
  row_is_a_sum_plain: "<place> is the sum of <count> other rows, a total and no entry: leave it out",
  row_is_of_sums_plain:
    "<place>, with <rows> beside it, is the sum of <count> other rows, a total and no entry: leave it out",
  phases_untold:
    '"<name>", read from "<column>", tells phases of the budget (<values>), and the model does not say so: sums add them up. Give it "role": "phase", or derive a dimension with that role from it, as propose does',
  key_of_another_row:
    "The row has the same key as row <row> (<key>), and every key must be unique; correct it, or add a field to the key of the model",
  key_of_earlier_row:
    "The row has the same key as an earlier row (<key>), and every key must be unique; correct it, or add a field to the key of the model",
  key_of_other_source:
    "The row has the same key as an entry of another source (<key>), which it would replace; add a field that tells them apart to the key of the model, or load without --unique to replace it",
  row_replaced:
    "<rows> read, <entries>: 1 row was replaced by a later row with the same key (<key>), which leaves out <amounts>: <examples>. If these are different entries, add a field that tells them apart to the key of the model",
  rows_replaced:
    "<rows> read, <entries>: <count> rows were replaced by a later row with the same key (<key>), which leaves out <amounts>: <examples>. If these are different entries, add a field that tells them apart to the key of the model",
  entry_of_other_source_replaced:
    "1 row replaced an entry that another source had written, with the same key (<key>), which takes away <amounts>: <examples>. If these are different entries, such as those of another period, roll the dataset back and add a field that tells them apart to the key of the model, or load with --unique (unique=true over HTTP), which refuses such rows",
  entries_of_other_sources_replaced:
    "<count> rows replaced entries that other sources had written, with the same key (<key>), which takes away <amounts>: <examples>. If these are different entries, such as those of another period, roll the dataset back and add a field that tells them apart to the key of the model, or load with --unique (unique=true over HTTP), which refuses such rows",
  row_left_out: "1 row is left out by the model, as <rule>; it comes to <amounts> (<examples>)",
  rows_left_out: "<count> rows are left out by the model, as <rule>; they come to <amounts> (<examples>)",
  row_repeats_header: "1 row repeats the header and is left out (<examples>)",
  rows_repeat_header: "<count> rows repeat the header and are left out (<examples>)",
  row_with_open_quote:
    "1 row has a quote that is opened but not closed, which was read as part of the text (<examples>)",
  rows_with_open_quote:
    "<count> rows have a quote that is opened but not closed, which was read as part of the text (<examples>)",
  rows_read_slowly:
    "From <place> on, the file is read several times more slowly, because that row has text after a quoted cell, or is very long; put the whole cell in quotes, and double the quotes within it",
  points_in_two_ways:
    'The column <column> has <numbers> that can be read in two ways, such as <examples>: <example> is <value> with a decimal point, and <fraction> with points between thousands. Write "decimal": "." in the model for the first, "decimal": ",", "thousands": "." for the second',
  points_beside_semicolons:
    'The column <column> has <numbers> that can be read in two ways, such as <examples>: <example> is <value> with a decimal point, and <fraction> with points between thousands (files with semicolons usually have decimal commas). Write "decimal": "." in the model for the first, "decimal": ",", "thousands": "." for the second',
  series_by_factor_of_ten: "the series changes by a factor of ten or more at <places>",
  series_with_gap: "the series has no value for <places>",
  series_with_inverse: "the series is the inverse of what its neighbours say at <places>",
  series_with_several_values: "the series has more than one value for <places>",
  series_with_total:
    "the series adds a total to its parts, so that sums are twice as much; leave it out, or declare levels: <places>",
  series_with_zero: "the series has a value of 0, which counts as missing, for <places>",
  series_below_zero: "the series has a value below 0 for <places>",
  shapes_unnamed: '<count> without "<property>", which no amount can be of: <names>',
  sheets_not_read: "Of <name>, read: <sheets>; not read: <known><remedy>",
  sum_counted_twice:
    '<place>, is the sum of <count> other rows, <amounts>, so that amounts count twice.<others> To leave such rows out, write "leave_out": [{ "sums": true }] into "dataset.table" of the model',
  sums_counted_twice:
    '<place>, with <rows> after it, is the sum of <count> other rows, <amounts>, so that amounts count twice.<others> To leave such rows out, write "leave_out": [{ "sums": true }] into "dataset.table" of the model',
  sum_counted_twice_plain: "<place>, is the sum of <count> other rows, <amounts>, so that amounts count twice.<others>",
  sums_counted_twice_plain:
    "<place>, with <rows> after it, is the sum of <count> other rows, <amounts>, so that amounts count twice.<others>",
  totals_unanswered:
    "Amounts may count twice: say of the rows that add up others that they are left out, or that they are entries of their own",
  total_differs:
    '<place> says <amounts>, but the <count> rows before it come to <amounts_b>. It is read as an entry; if it is a total, leave it out by a rule of "leave_out", and ask who wrote the file why it differs',
  total_differs_plain:
    "<place> says <amounts>, but the <count> rows before it come to <amounts_b>. It is read as an entry; if it is a total, leave it out, and ask who wrote the file why it differs",
  row_with_more_cells:
    "The row has <count> cells, but the header has <length>; put cells that contain the delimiter in quotes, or remove the extra cells",
  row_cut_short: "The row is cut short: it has <count> of <length> cells, and this cell <reason>; complete the row",
  quote_left_open: "a quote is opened but not closed; close it, or double a quote that is part of the text",
  header_without_column: 'The header has no column "<column>", which "<name>" is read from<remedy>',
  header_without_table_column: 'The header has no column "<column>", which dataset.table of the model names<remedy>',
  column_in_header_twice:
    'The column "<column>" is in the header more than once; write "<name>" for the first, "<name_b>" for the second',
  header_of_one_cell:
    'The header is a single cell, <heading>: cells must be separated by comma, semicolon, tab or "|".<others> Save the file with one of these, or load it with a data package whose dialect names another delimiter',
  date_misfit: 'is not a date here: the column is written as <format>, like "<example>"; write it so, or as YYYY-MM-DD',
  column_wrong: "The column <column> <reason>",
  dates_in_two_ways: "can be read in two ways, <examples>: <ways>; write <remedy>",
  dates_mixed:
    'has dates written in different ways: <ways>; write all in one way and say which, for example with "format": "<format>"',
  years_mixed: "has dates written in different ways: <ways>; write years as <example>",
  dates_without_format: 'is not read without a "format", <examples>; write "format": "<format>"',
  column_of_currencies:
    'The column <column> has amounts in several currencies, which cannot be added up: <examples>; propose the model anew, which makes the currency a dimension, or write "currency": { "from": <heading>, "to": "Currency" } into "table" of the model\'s dataset, with a dimension of the role "currency" that is read from that column',
  not_as_model_declares:
    'Byte <position> of <name>, in <place>, is not <encoding>, the encoding that the model declares; correct the file, or the "encoding" of the model\'s dataset',
  not_as_package_declares:
    'Byte <position> of <name>, in <place>, is not <encoding>, the encoding that the package declares; correct the file, or the "encoding" of the resource',
  not_in_encoding: "<name> is not <encoding>; give another encoding",
  sheet_too_sparse:
    "The sheet <heading> of <name> has cells far apart, merged or repeated far beyond its data, near <place>; delete the columns and rows beside the data",
  copy_damaged: "The copy of <name> is missing or damaged: <reason>",
} as const;
