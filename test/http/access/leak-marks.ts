import { ENTRY } from "./leak-matrix.js";

/** Texts of the private dataset that must not appear. */
export const MARKS = [
  "Hidden plans",
  "What nobody may know",
  "XTS",
  "AQ",
  "Antarctica",
  "zu",
  "Zulu",
  "Hidden valley",
  "Hidden function",
  "hidden-code",
  "1987-06-05",
  "5 June 1987",
  "6543.21",
  ENTRY,
  "hidden_column",
  "hidden-invoice",
  "hidden.example",
  "Hidden title",
  "hidden-error",
];
