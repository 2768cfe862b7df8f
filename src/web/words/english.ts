import { CHART_WORDS } from "./en/charts.js";
import { DATASETS_WORDS } from "./en/datasets.js";
import { DRAFT_WORDS } from "./en/drafts.js";
import { ENTRIES_WORDS } from "./en/entries.js";
import { EXPLORE_WORDS } from "./en/explore.js";
import { COLLECTION_WORDS } from "./en/collections.js";
import { DATASET_WORDS } from "./en/dataset.js";
import { DIMENSION_WORDS } from "./en/dimension.js";
import { FIGURE_WORDS } from "./en/figures.js";
import { DOCUMENT_WORDS, TAX_WORDS } from "./en/features.js";
import { FRAME_WORDS } from "./en/frame.js";
import { GUIDE_WORDS, SHAPES_WORDS } from "./en/guide.js";
import { HOME_WORDS } from "./en/home.js";
import { LIST_WORDS } from "./en/lists.js";
import { LOAD_WORDS } from "./en/loads.js";
import { MANAGE_WORDS } from "./en/manage.js";
import { MEMBERS_WORDS } from "./en/members.js";
import { PROBLEM_WORDS } from "./en/problem.js";
import { SAID_WORDS } from "./en/said.js";
import { SEARCH_WORDS } from "./en/search.js";
import { SIGN_WORDS } from "./en/sign.js";
import { UPLOAD_WORDS } from "./en/upload.js";
import { VERSION_WORDS } from "./en/versions.js";
import { WORKBOOK_WORDS } from "./en/workbook.js";
import type { Widened } from "./text.js";

/** All texts of pages, in English, from which other languages are translated: a section for a page, or for what pages share. */
export const ENGLISH = {
  collections: COLLECTION_WORDS,
  dataset: DATASET_WORDS,
  dimension: DIMENSION_WORDS,
  figures: FIGURE_WORDS,
  frame: FRAME_WORDS,
  lists: LIST_WORDS,
  home: HOME_WORDS,
  datasets: DATASETS_WORDS,
  entries: ENTRIES_WORDS,
  search: SEARCH_WORDS,
  explore: EXPLORE_WORDS,
  charts: CHART_WORDS,
  guide: GUIDE_WORDS,
  shapes: SHAPES_WORDS,
  sign: SIGN_WORDS,
  loads: LOAD_WORDS,
  upload: UPLOAD_WORDS,
  said: SAID_WORDS,
  drafts: DRAFT_WORDS,
  manage: MANAGE_WORDS,
  tax: TAX_WORDS,
  documents: DOCUMENT_WORDS,
  members: MEMBERS_WORDS,
  problem: PROBLEM_WORDS,
  versions: VERSION_WORDS,
  workbook: WORKBOOK_WORDS,
} as const;

/** The texts of pages as their code names them: the slots of each are known to the compiler. */
export type EnglishWords = typeof ENGLISH;

/** The texts of pages in any language. */
export type Words = Widened<EnglishWords>;
