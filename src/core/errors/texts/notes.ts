/** Notes on a file: what its totals say, how it relates to a dataset, and what became of it, in English. `<name>` is a value. */
export const NOTE_TEXTS = {
  rows_come_to: "the <count> rows come to <amounts>, as <place>, says",
  row_comes_to: "the row comes to <amounts>, as <place>, says",
  rows_come_to_grand_total: "the <count> rows come to <amounts>, as the grand total in <place>, says",
  row_comes_to_grand_total: "the row comes to <amounts>, as the grand total in <place>, says",
  rows_differ_from_grand_total:
    "the <count> rows come to <amounts>, not to <amounts_b> as the grand total in <place>, says: <reason>",
  row_differs_from_grand_total:
    "the row comes to <amounts>, not to <amounts_b> as the grand total in <place>, says: <reason>",
  row_is_left_out: "<place>, with <amounts>, is left out",
  rows_are_left_out: "<count> rows with <amounts> together are left out (<place>)",
  sums_count_left_out: "sums that the file states may count what is left out: <reason>",
  rows_come_to_together:
    "the <count> rows before them come to <amounts>, as <place>, and <others> after it say together",
  row_comes_to_together: "the row before them comes to <amounts>, as <place>, and <others> after it say together",
  total_rounds_rows_before:
    "<place> says <amounts>, rounded: the <count> rows before it come to <amounts_b>, a difference of <difference>",
  total_rounds_row_before:
    "<place> says <amounts>, rounded: the row before it comes to <amounts_b>, a difference of <difference>",
  total_rounds_rows_below:
    "<place> says <amounts>, rounded: the <count> rows below it come to <amounts_b>, a difference of <difference>",
  total_rounds_row_below:
    "<place> says <amounts>, rounded: the row below it comes to <amounts_b>, a difference of <difference>",
  more_rows_are_sums: "<count> more rows are sums of others, too, as they say",
  no_period_there: "the file has <span>, the dataset <span_b>: no period is in both",
  only_period_there: "the file has <span>, the dataset <span_b>: its only period is there already",
  one_period_there: "the file has <span>, the dataset <span_b>: 1 of its <total> periods is there already: <known>",
  all_periods_there: "the file has <span>, the dataset <span_b>: all of its <total> periods are there already: <known>",
  some_periods_there:
    "the file has <span>, the dataset <span_b>: <count> of its <total> periods are there already: <known>",
  no_entry_replaced: "no entry of another file has a key (<names>) of this one",
  entry_replaced: "1 entry that another file has written is replaced, as the key (<names>) is the same: <amounts>",
  entries_replaced:
    "<count> entries that other files have written are replaced, as the key (<names>) is the same: <amounts>",
  compared_with_file: "compared with the file <file>: <subject>, <state>",
  compared_with_last_load: "compared with the last load: <subject>, <state>",
  row_not_loaded: "1 row could not be loaded; the others are loaded",
  rows_not_loaded: "<count> rows could not be loaded; the others are loaded",
  rows_repeated: "<rows> read, <entries>: of rows with the same id, the last one counts",
  cells_withheld: "Only managers see which cells could not be loaded, because the dataset was private then",
  file_unchanged: "The file has not changed since it was last loaded, so there was nothing to do",
} as const;
