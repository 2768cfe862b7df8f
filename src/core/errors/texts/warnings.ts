/** Warnings beside answers, and on pages: what was ignored, and what is not as it may seem. `<name>` is a value. */
export const WARNING_TEXTS = {
  parameter_ignored: '"<parameter>" was ignored<remedy>',
  no_entry_has: "No entry has <condition><remedy>",
  amounts_without_series_value:
    "<count> amounts have no value in a series, so figures with them are empty; JSON names them",
  weeks_by_calendar_years:
    "<date>.week is the week of ISO 8601, and <date>.year the calendar year: 29 December 2008 and 2 January 2008 are both of week 01 of 2008; drill down or cut by <date>.weekyear, the year of the week, instead of <date>.year to keep them apart",
  currencies_mixed: "The statistics mix currencies: <currencies>; search only datasets with the same currency",
  range_of_texts: "<reference> is text, and <range> compares it by its characters, not as numbers: <examples>",
  series_without_value:
    '"<series>" has no value for <known> in <period>: what is shown for all of them is per the others',
  divisor_of_other_places:
    'Amounts of "<dataset>" are divided by "<series>" of all of <places>, which may not be its own place; "references" of its model can say that it is',
  divisor_of_all_places:
    'Amounts of one "<dimension>" are divided by the people of all places together: "<series>" does not tell them apart',
  prices_of_other_places:
    'Amounts of "<dataset>" are in the prices of "<series>", which are those of <places>, not of all its countries',
  filter_ignored: "The filter <cut> was ignored: <reason>",
  no_prices_for_year: "There are no prices to adjust amounts to <year> by; they are as in the data",
  not_a_year_of_prices: '"<value>" is not a year, such as 2009; amounts are as in the data',
} as const;
