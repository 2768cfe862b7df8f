/** Findings of an analysis of a file, in English: repairs and suggestions, why, and examples. `<name>` is a value. */
export const FINDING_TEXTS = {
  read_blank_as_above: "Read a blank cell of <names> as the cell above",
  blank_below_filled:
    "<count> cells are blank below one that is filled, as tables have it that name a group once; without this they have no value",
  line_cell: "line <line>: <cell>",
  leave_out_blank: "Leave out the row without an amount",
  leave_out_blanks: "Leave out the <count> rows without an amount",
  row_without_amount: '1 row has no "<column>". Each load counts them; without this rule they are entries of 0',
  rows_without_amount:
    '<count> rows have no "<column>". Each load counts them; without this rule they are entries of 0',
  blank_left_out: '"<column>": empty → left out',
  read_as_empty: "Read <values> as empty in columns of numbers and dates",
  cell_among_numbers:
    "1 cell among numbers is no number; an empty amount counts as 0, unless the column says otherwise",
  cells_among_numbers:
    "<count> cells among numbers are no number; an empty amount counts as 0, unless the column says otherwise",
  line_empty: "line <line>, <column>: <text> → empty",
  read_days_counted: "Read numbers among dates as days that spreadsheets count",
  number_among_dates: "1 cell in <columns> is a number where others are dates",
  date_impossible:
    '1 of <rows> cells of "<column>" is not a possible date: line <lines>. The file is not loaded before it is corrected there, or its row is left out',
  dates_impossible:
    '<count> of <rows> cells of "<column>" are not possible dates: lines <lines>. The file is not loaded before they are corrected there, or their rows are left out',
  numbers_among_dates: "<count> cells in <columns> are numbers where others are dates",
  leave_out_row_below: "Leave out the row below the table",
  leave_out_rows_below: "Leave out the <count> rows below the table",
  row_below_blank: "1 row below a blank one has words where the others have numbers",
  rows_below_blank: "<count> rows below a blank one have words where the others have numbers",
  line_left_out: "line <line>: <text> → left out",
  leave_out_row_of_one: "Leave out the row with a single filled cell",
  leave_out_rows_of_one: "Leave out the <count> rows with a single filled cell",
  leave_out_row_of_two: "Leave out the row with at most two filled cells",
  leave_out_rows_of_two: "Leave out the <count> rows with at most two filled cells",
  row_beside_others:
    "1 row is called a part of another, a balance that is carried forward, or a figure that is no amount: it would be added to the others",
  rows_beside_others:
    "<count> rows are called parts of others, balances that are carried forward, or figures that are no amounts: they would be added to the others",
  row_numbers_columns: "1 row below the header numbers the columns",
  row_of_one: "1 row has only one filled cell, as titles and notes have, and no amount",
  rows_of_one: "<count> rows have only one filled cell, as titles and notes have, and no amount",
  row_of_two: "1 row has only one or two filled cells, as titles and notes have, and no amount",
  rows_of_two: "<count> rows have only one or two filled cells, as titles and notes have, and no amount",
  unit_thousands: "thousands",
  unit_millions: "millions",
  unit_billions: "billions",
  unit_crores: "crores",
  unit_lakhs: "lakhs",
  multiply_columns: "Multiply <columns>: the numbers are <units>",
  amounts_in_units:
    "<names> says that the amounts are in <units>; without this they are published as they stand, too small",
  read_sheets: "Read the <count> sheets <first> to <last> as one table",
  sheets_alike: "<count> sheets have the same columns",
  sheets_alike_with_column: '<count> sheets have the same columns; the text of each is in the column "<column>"',
  leave_out_sum: "Leave out the row that is the sum of others",
  leave_out_sums: "Leave out the <count> rows that are sums of others",
  row_adds_others:
    "1 row adds others up, so that amounts would count twice<remedy>. Each load compares them with the entries<others>",
  rows_add_others:
    "<count> rows add others up, so that amounts would count twice<remedy>. Each load compares them with the entries<others>",
  one_of_them_rounded: "; 1 of them to the digits to which it is rounded",
  some_of_them_rounded: "; <count> of them to the digits to which they are rounded",
  and_also: ". <reason>",
  sum_left_out:
    "1 row that is a sum has <amounts> in <heading>, where no row that it adds up has an amount: it is left out<others>",
  sums_left_out:
    "<count> rows that are sums have <amounts> together in <heading>, where no row that they add up has an amount: it is left out<others>",
  place_left_out: "<place>: <amounts> → left out",
  leave_out_called: 'Leave out the row whose "<column>" is <values>',
  leave_out_several_called: 'Leave out the <count> rows whose "<column>" is <values>',
  row_called_total:
    "1 row is called a total but differs from what the rows before it come to. Without this it is an entry",
  rows_called_totals:
    "<count> rows are called totals but differ from what the rows before them come to. Without this they are entries",
  place_differs: "<place>: <amounts>, the rows: <amounts_b>",
  read_without_currency: "Read amounts without <currencies>",
  cell_with_currency: "1 cell has the name of a currency beside the number",
  cells_with_currency: "<count> cells have the name of a currency beside the number",
  line_becomes: "line <line>: <cell> → <value>",
  currency_in_cells: "<code> in <count> (such as <example>)",
  keep_currencies_apart: "Keep the currencies of <column> apart, as <heading>",
  amounts_of_currencies:
    "Its amounts are in several currencies, <amounts>, which cannot be added up: each gets a sum of its own, and there is none of all",
  turn_columns: "Turn the <count> columns <first> to <last> into rows",
  columns_of_same:
    "<count> columns are <parts> of the same amounts; each row becomes <rows> rows, with <places> and the amount in <values><remedy>",
  part_years: "years",
  part_quarters: "quarters",
  part_months: "months",
  part_periods: "periods",
  part_phases: "phases",
  part_directions: "directions",
  year_in_column: "the year in <heading>",
  quarter_in_column: "the quarter in <heading>",
  month_in_column: "the month in <heading>",
  period_in_column: "the period in <heading>",
  phase_in_column: "the phase in <heading>",
  direction_in_column: "the direction in <heading>",
  would_be_in_each: "; <names> would be in each of them, and so no amount any more",
  columns_become: "<columns> → <values>: the cell under <heading>; and so on",
  accept_puts: "; --accept <option> puts it into the model",
  tell_directions: "Tell revenue and expenditure apart by “<label>”",
  values_of_directions:
    "Its values say whether money comes in or goes out. Pages then show revenue and expenditure by themselves and never add them up, and answers that add them up have a warning",
  say_phases_of_amounts: "Say of which phase of the budget the amounts are",
  headings_of_phases: "The headings of the amounts name different phases of the same money",
  tell_phases: "Tell the phases of the budget apart by “<label>”",
  values_of_phases:
    "Its values are phases of the same money. Pages then show <parts> first and never add phases up, and answers that add them up have a warning",
  values_mean: "<values> → <parts>",
  part_revenue: "revenue",
  part_expenditure: "expenditure",
  part_proposed: "proposed",
  part_approved: "approved",
  part_adjusted: "adjusted",
  part_executed: "executed",
  read_as_years: "Read “<label>” as years",
  read_as_months: "Read “<label>” as months",
  dates_are_years:
    "All its dates are years. Without this each counts as its first day; with it quarters, months, weeks and days have no value",
  dates_are_months:
    "All its dates are months. Without this each counts as its first day; with it weeks and days have no value",
  show_as_levels: "Show <labels> as levels",
  code_of_level_above: "Each code belongs to one code of the level above",
  members_such_as: "<heading>: <count> members, such as <values>",
  group_by_beginning: "Group “<label>” by the beginning of its codes",
  sums_of_beginnings:
    "Rows that are left out are the sums of those whose codes begin with theirs. Each level becomes a dimension",
  codes_of_classification:
    "The codes are those of a classification: codes with the same first characters belong together. Each level becomes a dimension",
  first_character: "first character: <count> members, such as <values>",
  first_characters: "first <length> characters: <count> members, such as <values>",
  first_characters_or_fewer: "first <length> characters or fewer: <count> members, such as <values>",
} as const;
