import { CHANGES } from "../../pages/manage/editor.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import { TEXT } from "../../../calls/schema.js";

export const SHOW_SIGN_IN: RouteDescription = {
  id: "showSignIn",
  tag: "Browsers",
  summary: "Show the sign-in form",
  details: "A page for browsers. Programs use an API key instead.",
  parameters: [
    { name: "next", description: "Path of the page to show afterwards.", schema: TEXT, example: "/dashboard" },
  ],
  screen: {},
};

export const SIGN_IN: RouteDescription = {
  id: "signIn",
  tag: "Browsers",
  summary: "Sign in: the session can read pages, and of JSON only the suggestions of their search boxes",
  details: "Begins a session, whose cookie the answer sets, and redirects to the page that was asked for.",
  screen: { name: TEXT, password: TEXT },
};

export const SHOW_SIGN_OUT: RouteDescription = {
  id: "showSignOut",
  tag: "Browsers",
  summary: "Show the form to sign out",
  details: "A page for browsers, with a button that ends the session.",
  screen: {},
};

export const SIGN_OUT: RouteDescription = {
  id: "signOut",
  tag: "Browsers",
  summary: "Sign out",
  details: "Ends the session of the browser and redirects to the home page.",
  screen: {},
};

export const SHOW_REGISTRATION: RouteDescription = {
  id: "showRegistration",
  tag: "Browsers",
  summary: "Show the registration form, if registration is allowed",
  details: "A page for browsers; 404 unless the operator allows registration.",
  screen: {},
};

export const REGISTER: RouteDescription = {
  id: "register",
  tag: "Browsers",
  summary: "Register as a user, if registration is allowed, and sign in",
  details: "Creates a user and begins a session; 404 unless the operator allows registration.",
  screen: { name: TEXT, password: TEXT },
};

export const SHOW_SETTINGS: RouteDescription = {
  id: "showSettings",
  tag: "Browsers",
  summary: "Show the settings with the API key",
  details: "A page for the user who is signed in.",
  screen: {},
};

export const REPLACE_KEY: RouteDescription = {
  id: "replaceKey",
  tag: "Browsers",
  summary: "Replace the API key; the old one becomes invalid",
  details: "The new key is shown on the page that follows.",
  screen: {},
};

export const SET_PASSWORD: RouteDescription = {
  id: "setPassword",
  tag: "Browsers",
  summary: "Change the password and end all other sessions",
  details: "Takes the present password and the new one.",
  screen: { current: TEXT, password: TEXT },
};

export const CHOOSE_LANGUAGE: RouteDescription = {
  id: "chooseLanguage",
  tag: "Browsers",
  summary: "Choose the language of pages",
  details:
    "The menu at the foot of pages sends it. The answer sets a cookie for a year, and redirects to the page that it came from.",
  screen: { lang: TEXT, next: TEXT },
};

export const SHOW_DASHBOARD: RouteDescription = {
  id: "showDashboard",
  tag: "Browsers",
  summary: "Show the datasets that you manage and the progress of their loads",
  details: "A page for the user who is signed in.",
  screen: {},
};

export const SHOW_UPLOAD: RouteDescription = {
  id: "showUpload",
  tag: "Browsers",
  summary: "Show the upload form and the files that are not published yet (drafts)",
  details: "A page for the user who is signed in: a draft is seen by nobody else.",
  parameters: [
    {
      name: "dataset",
      description: "Name of a dataset that the user manages: the file is added to it, under its model.",
      schema: TEXT,
      example: "uk-spending",
    },
  ],
  screen: {},
};

export const UPLOAD: RouteDescription = {
  id: "upload",
  tag: "Browsers",
  summary:
    "Upload a CSV file or a spreadsheet as multipart/form-data, or send the URL of one or of a datapackage.json. The server analyses it and proposes a model. With `dataset` it is added to that dataset, under its model",
  details: "Begins a draft and redirects to its page.",
  form: { files: ["csv_file"] },
  screen: { url: TEXT, dataset: TEXT },
};

export const SHOW_DRAFT: RouteDescription = {
  id: "showDraft",
  tag: "Browsers",
  summary: "Show the analysis of a draft and its model, to the user who uploaded it",
  details:
    "The page shows what was found in the file, the proposed model as a form or as JSON, and the errors of a check.",
  screen: {},
};

export const CHANGE_DRAFT: RouteDescription = {
  id: "changeDraft",
  tag: "Browsers",
  summary:
    "Change a draft. `do` is `check` (check the whole file under the model), `load`, `table` (read the file again with the header, the sheet and the repairs that are chosen: `header_row`, `sheet`, `r0-id` and `r0-accept`), `form` or `json` (show the model as such), `read` (analyse the file again), `stop` (stop running work) or `discard`. With `as=form` the model comes from the fields `dataset-…` and `c0-…`, otherwise from `model`, as JSON",
  details: "Redirects to the page of the draft, or to the run of the load.",
  screen: {
    do: TEXT,
    as: TEXT,
    model: TEXT,
    date: TEXT,
    header_row: TEXT,
    sheet: TEXT,
    private: TEXT,
    skip_invalid: TEXT,
  },
};

export const SHOW_EDITOR: RouteDescription = {
  id: "showEditor",
  tag: "Browsers",
  summary: "Show the possible changes of a dataset that you manage",
  details: "A page for the managers of the dataset.",
  screen: {},
};

export const CHANGE_DATASET: RouteDescription = {
  id: "changeDataset",
  tag: "Browsers",
  summary: "Publish, unpublish or drop a dataset that you manage, or change its managers, sources or version",
  details: "Takes what to do as a field of the form; dropping a dataset must be confirmed by its name.",
  screen: { change: { enum: CHANGES } },
};

export const SHOW_COLLECTIONS_EDITOR: RouteDescription = {
  id: "showCollectionsEditor",
  tag: "Browsers",
  summary: "Show all collections, and the form to add one",
  details: "A page for administrators.",
  screen: {},
};

export const ADD_COLLECTION: RouteDescription = {
  id: "addCollection",
  tag: "Browsers",
  summary: "Add a collection, if you are an administrator",
  details: "Takes either datasets, one in a line, or a rule.",
  screen: { name: TEXT, label: TEXT },
};

export const SHOW_COLLECTION_FORM: RouteDescription = {
  id: "showCollectionForm",
  tag: "Browsers",
  summary: "Show the form to change a collection",
  details: "A page for administrators.",
  screen: {},
};

export const CHANGE_COLLECTION: RouteDescription = {
  id: "changeCollection",
  tag: "Browsers",
  summary: "Change or drop a collection, if you are an administrator",
  details: "Takes what to do as a field of the form; dropping a collection must be confirmed by its name.",
  screen: { change: { enum: ["save", "drop"] } },
};

export const SHOW_SHAPES_EDITOR: RouteDescription = {
  id: "showShapesEditor",
  tag: "Browsers",
  summary: "List the shapes for maps, and show the form to add some",
  details: "A page for administrators.",
  screen: {},
};

const SHAPES_FIELDS = {
  change: TEXT,
  label: TEXT,
  id: TEXT,
  taxonomy: TEXT,
  licence: TEXT,
  source: TEXT,
  checked: TEXT,
};

export const ADD_SHAPES: RouteDescription = {
  id: "addShapes",
  tag: "Browsers",
  summary: "Check a file of shapes, or add those that were checked, if you are an administrator",
  details:
    "`change=check` takes a GeoJSON or TopoJSON file as `file` and shows what it would be; `change=save` adds what was checked as `checked`.",
  screen: { ...SHAPES_FIELDS, name: TEXT },
  form: { files: ["file"] },
};

export const SHOW_SHAPES_FORM: RouteDescription = {
  id: "showShapesForm",
  tag: "Browsers",
  summary: "Show the form to replace or drop shapes",
  details: "A page for administrators.",
  screen: {},
};

export const CHANGE_SHAPES: RouteDescription = {
  id: "changeShapes",
  tag: "Browsers",
  summary: "Replace or drop shapes, if you are an administrator",
  details: "As for new shapes; `change=drop` deletes them, confirmed by their name.",
  screen: { ...SHAPES_FIELDS, confirmation: TEXT },
  form: { files: ["file"] },
};

export const CANCEL_LOAD: RouteDescription = {
  id: "cancelLoad",
  tag: "Browsers",
  summary: "Cancel a load of a dataset that you manage, or are about to create",
  details: "The button on the page of a load that waits or runs; programs send `DELETE` instead.",
  screen: {},
};

export const SHOW_MODEL_FORM: RouteDescription = {
  id: "showModelForm",
  tag: "Browsers",
  summary: "Show the form for the metadata and labels of a dataset that you manage, beside the texts of its model file",
  details: "A page for the managers of the dataset.",
  screen: {},
};

export const SHOW_CORRECTION: RouteDescription = {
  id: "showCorrection",
  tag: "Browsers",
  summary:
    "Show the form that corrects the label of a member of a dataset that you manage, or unites several spellings",
  details: "A page for the managers of the dataset.",
  parameters: [
    { name: "dimension", description: "Name of the dimension.", schema: TEXT },
    { name: "member", description: "Name of the member to correct.", schema: TEXT },
    { name: "find", description: "Words to look for among members.", schema: TEXT },
  ],
  screen: {},
};

export const CORRECT_MEMBERS: RouteDescription = {
  id: "correctMembers",
  tag: "Browsers",
  summary:
    "Correct the label of a member and unite those that are the same, as a rule of the model (`corrections`) and a new version. `do` is `find`, `check` or `publish`; `s0-name` and `s0-same` (`yes`) are the first spelling, and so on. 409 if the corrections have changed since `shown`",
  details: "Sums and the ids of entries stay.",
  screen: {
    dimension: TEXT,
    member: TEXT,
    label: TEXT,
    find: TEXT,
    shown: TEXT,
    "s0-name": TEXT,
    "s0-same": TEXT,
    do: TEXT,
  },
};

export const EDIT_MODEL: RouteDescription = {
  id: "editModel",
  tag: "Browsers",
  summary:
    "Change labels, descriptions, facets, roles, derived dimensions, views, hierarchies, notes, formulas, references and core metadata; entries stay as they are. Fields are named by their place in the model; `shown` is a JSON object of the values that the form was shown with. 409 if another user has changed the same field meanwhile",
  details: "Edits survive loads, unless a new model file changes the same property.",
  screen: { shown: TEXT, "dataset.label": TEXT, "mapping.amount.label": TEXT, views: TEXT },
};
