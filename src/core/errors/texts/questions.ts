/** Questions that publishers are asked at a terminal, why, and what to answer, in English. `<name>` is a value. */
export const QUESTION_TEXTS = {
  ask_date: "Which date do all rows have?",
  no_dates: "No column holds dates, and the name of the file has no year",
  ask_amount: "Which column is the amount?",
  several_amounts: "Several columns hold numbers to add up; the others become further amounts",
  ask_meaning: "What does <value> in <heading> mean?",
  no_cell_tells: "No other cell of the column tells",
  ask_words: "Which words are right?",
  two_encodings: "Two encodings fit the letters of the file about as well",
  ask_date_of_amounts: "Which date is that of the amounts?",
  columns_of_dates: "<count> columns have dates",
  ask_year: "Which year is that of the amounts?",
  columns_of_years: "<count> columns have years",
  ask_personal: "Publish <heading>, which holds <kind>?",
  everybody_reads: "Everybody may read it then (<examples>)",
  ask_currency: "Which currency are the amounts in?",
  no_currency: "Neither the cells nor the headings name one",
  answer_needed: "it needs an answer",
  answer_missing: "none was given",
  answer_taken: "taken as <value>",
  answer_with: "answer with <option>, or <value> in --answers",
  write_answer: "Please write an answer.",
  write_number: "Please write a number from 1 to <count>.",
  ask_publish: "Publish <count> rows as <value>?",
  nothing_published: "nothing was published",
  errors_so_nothing_loaded:
    "nothing was loaded: <count> errors in <rows> rows; correct them, or say with an option how the file is meant",
} as const;

/** Texts of questions that stand alone: as values of errors, they would be texts of the data. */
export const ANSWER_TEXTS = {
  ask_offer: "<label>?",
  answer_yes: "yes",
  answer_no: "no",
} as const;
