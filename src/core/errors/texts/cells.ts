/** Errors of cells, dates and numbers; the value stands before them. `<name>` is a value. */
export const CELL_ERRORS = {
  year_out_of_range: "is not a date: the year must be 0001 to 9999",
  no_such_month: "is not a date: there is no such month",
  no_such_day_of_month: "is not a date: the month has no such day",
  no_such_day_of_year: "is not a date: the year has no such day",
  number_too_long: "is not a number: it is longer than 2,000 characters",
  not_a_number: "is not a number",
  number_too_large: "is beyond the largest number, 1.797e308",
  too_many_decimals: "has more than 1,100 decimals",
  not_a_number_as_written: 'is not a number with "decimal": "<decimal>" and "thousands": "<thousands>"',
  blank_in_number: "is not a number here: the blank in it does not stand before three digits; take it out",
  sign_out_of_place:
    'is not a number here: the <role> "<sign>" <rule>; "decimal" and "thousands" of the model define how numbers are written',
  sign_of_other_meaning:
    'is not a number here: the <role> "<sign>" <rule>; if "<sign_b>" is the <other>, give the model "decimal": "<decimal>" and "thousands": "<thousands>"',
  date_not_in_format: "is not a date: write it in the format <format>, or as YYYY-MM-DD",
  not_a_date: "is not a date: write YYYY, YYYY-MM or YYYY-MM-DD",
  date_too_long: "is not a date: it is longer than 200 characters",
  date_without_format: 'is not a date: write YYYY, YYYY-MM or YYYY-MM-DD, or give the field a "format"',
  no_such_time_of_day: "is not a date: there is no such time of day",
  date_needs_format: 'is read only with "format": "<format>"; write that, or YYYY-MM-DD',
  date_in_several_ways: "can be read in <count> ways: <ways>; write YYYY-MM-DD",
  format_too_long: "is longer than 100 characters",
  format_repeats: "gives <part> more than once",
  format_without_year: "gives no year; write %Y for the four digits of the year",
  format_repeats_year: "gives the year more than once",
  digits_beyond_attribute:
    'has more digits than the number of an attribute keeps; write "datatype": "string" for all of them',
  not_a_month_of_year: "is not a month of a year: write it as in 202003 or 2020-03<remedy>",
  not_a_number_of_calendar: "is not a number of the calendar: write <form>",
  empty_without_default: "is empty and has no default_value",
  day_not_read: "<reason>; write YYYY, YYYY-MM or YYYY-MM-DD",
} as const;
