import { ERROR_PHRASES } from "#src/core/errors/texts/phrases.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";
import { ENGLISH } from "#src/web/words/english.js";

/** All texts that are translated: those of pages, and those of errors, which pages and the command line share. */
export const TRANSLATABLE = { ...ENGLISH, errors: ERROR_TEXTS, phrases: ERROR_PHRASES } as const;

/** What each section of the words is of, for translators. */
export const SECTIONS: Readonly<Record<keyof typeof TRANSLATABLE, string>> = {
  collections: "The pages of collections of datasets",
  dataset: "The page of a dataset, and of a series",
  dimension:
    "The pages of a dimension, of all dimensions, and of a member of a dimension, such as a function or a payee",
  figures: "Tables and charts of amounts on all pages, with their notes, units and headlines",
  frame: "The header, the footer and other parts that all pages have",
  lists: "Counts, pages of a list and what narrows it, on several pages.",
  home: "The home page",
  datasets: "The list of datasets (/datasets).",
  entries: "Entries of a dataset or a member, one entry, and the row of the file that it was read from.",
  explore: "The explorer (/…/explore): its form, its chart and its frame for other pages.",
  charts: "Kinds of charts, why one is not offered, and what a drawing says in words.",
  said: "Names of figures, cuts and sides of comparisons, which stand within other texts.",
  search: "The search over all datasets (/search), and what it suggests.",
  guide: "Example calls for programs (/api).",
  shapes: "The list of shapes for maps (/shapes), and the page on which administrators add some (/shapes/editor).",
  sign: "Signing in and out (/login, /logout), registration and the settings of a user.",
  loads: "Datasets that a user manages (/dashboard), sources, and loads of data with their progress and errors.",
  upload: "The page on which a file is sent (/datasets/new).",
  drafts:
    "The pages on which a file is checked and the meaning of its columns is chosen before it is published. Words in <code> stay.",
  manage: "The pages on which managers change a dataset (/…/editor) and the texts of its model. Words in <code> stay.",
  tax: "The estimate of what a British household pays in taxes (/explore/tax).",
  documents: "The documents of the program (/docs).",
  members:
    "The pages of a payee, or of another member, over all datasets (/members/…), and a small frame with it for programs.",
  problem: "The page of an error, such as a missing page",
  errors:
    'Errors and warnings. Before them may stand a place or a value with a colon, as in "x1": is not a number. Words of models and calls stay, such as "cut", "drilldown" and "key".',
  phrases: "Parts of errors: what stands for a slot. One that begins with a semicolon ends the sentence.",
  versions: "The pages of the versions of a dataset, and of what changed between two of them",
  workbook:
    "Workbooks with the table of a page: names of their sheets, of at most 31 characters without any of []:*?/\\, and facts about it.",
};

/** Sections that a language may lack in part: what it lacks of errors is shown in English. */
export const MAY_BE_ENGLISH: ReadonlySet<string> = new Set(["errors", "phrases"]);
