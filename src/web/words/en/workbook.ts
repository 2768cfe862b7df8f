/** Words of workbooks with the table of a page. */
export const WORKBOOK_WORDS = {
  table: "Table",
  about: "About",
  title: "Title",
  address: "Address",
  source: "Source",
  cite: "Cite as",
  licence: "Licence",
  currency: "Currency",
  note: "Note",
  warning: "Warning",
  numbers: "Numbers",
  digits:
    "Amounts are in the unit that the head of their column names. One with more than 15 digits is text: as a number, a spreadsheet would round it.",
} as const;
