/** Words of the page on which a file is sent. */
export const UPLOAD_WORDS = {
  title: "Publish data",
  titleInto: "Add a file to <dataset>",
  lead: "Send a table with one row for each payment or each line of a budget. You see an analysis of it before anything is published.",
  leadInto:
    "The file is read like the others of <link><dataset></link>, and its rows are added. You see an analysis of it before anything is published.",
  file: "A table: CSV, Excel (XLSX) or OpenDocument (ODS), also in a ZIP or gzip file",
  url: "Or its web address (URL), or that of the <file> of a data package",
  button: "Analyse the file",
  noticed:
    "Titles above the table, years as columns, totals and notes are recognised; you choose what happens to them.",
  drafts: {
    title: "Not published yet",
    read: "<file> (being analysed)",
    check: "<file> (being checked)",
    load: "<file> (being loaded)",
    kept: "Each file is kept for one day after you last open it.",
  },
} as const;
