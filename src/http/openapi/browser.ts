import { CHANGES } from "../../pages/manage/editor.js";
import type { RouteDescription } from "./description.js";
import { TEXT } from "./schema.js";

export const SHOW_SIGN_IN: RouteDescription = {
  id: "showSignIn",
  tag: "Browsers",
  summary: "See the form to sign in with; `next` is the path to go on to",
  screen: {},
};

export const SIGN_IN: RouteDescription = {
  id: "signIn",
  tag: "Browsers",
  summary: "Sign in: the session reads pages, and never JSON",
  screen: { name: TEXT, password: TEXT },
};

export const SHOW_SIGN_OUT: RouteDescription = {
  id: "showSignOut",
  tag: "Browsers",
  summary: "See the form to sign out with",
  screen: {},
};

export const SIGN_OUT: RouteDescription = { id: "signOut", tag: "Browsers", summary: "Sign out", screen: {} };

export const SHOW_REGISTRATION: RouteDescription = {
  id: "showRegistration",
  tag: "Browsers",
  summary: "See the form to become a user with, where that is allowed",
  screen: {},
};

export const REGISTER: RouteDescription = {
  id: "register",
  tag: "Browsers",
  summary: "Become a user, where that is allowed, and sign in",
  screen: { name: TEXT, password: TEXT },
};

export const SHOW_SETTINGS: RouteDescription = {
  id: "showSettings",
  tag: "Browsers",
  summary: "See the API key",
  screen: {},
};

export const REPLACE_KEY: RouteDescription = {
  id: "replaceKey",
  tag: "Browsers",
  summary: "Replace the API key: the one before is nobody's from then on",
  screen: {},
};

export const SET_PASSWORD: RouteDescription = {
  id: "setPassword",
  tag: "Browsers",
  summary: "Change the password and end all other sessions",
  screen: { current: TEXT, password: TEXT },
};

export const SHOW_DASHBOARD: RouteDescription = {
  id: "showDashboard",
  tag: "Browsers",
  summary: "See the datasets that you manage and how their loads are getting on",
  screen: {},
};

export const SHOW_UPLOAD: RouteDescription = {
  id: "showUpload",
  tag: "Browsers",
  summary: "See the form to publish a file with, and the files that wait to be published",
  screen: {},
};

export const UPLOAD: RouteDescription = {
  id: "upload",
  tag: "Browsers",
  summary:
    "Send a CSV file to be published, as multipart/form-data, or the address of one or of a datapackage.json: it is looked through, and a model proposed",
  form: { files: ["csv_file"] },
  screen: { url: TEXT },
};

export const SHOW_DRAFT: RouteDescription = {
  id: "showDraft",
  tag: "Browsers",
  summary: "See what is in a file that waits to be published, and its model; for whoever has sent it",
  screen: {},
};

export const CHANGE_DRAFT: RouteDescription = {
  id: "changeDraft",
  tag: "Browsers",
  summary:
    "Check the whole file under a model, load it, see the model as a form or as JSON, look through the file again, stop what is being done with it, or discard it: `do` is `check`, `load`, `form`, `json`, `read`, `stop` or `discard`. With `as=form` the model is made of the form's fields, `dataset-…` and `c0-…`, otherwise it is `model`",
  screen: { do: TEXT, as: TEXT, model: TEXT, date: TEXT, private: TEXT, skip_invalid: TEXT },
};

export const SHOW_EDITOR: RouteDescription = {
  id: "showEditor",
  tag: "Browsers",
  summary: "See what can be done with a dataset that you manage",
  screen: {},
};

export const CHANGE_DATASET: RouteDescription = {
  id: "changeDataset",
  tag: "Browsers",
  summary: "Publish a dataset that you manage, or change who manages it or what it holds",
  screen: { change: { enum: CHANGES } },
};

export const SHOW_MODEL_FORM: RouteDescription = {
  id: "showModelForm",
  tag: "Browsers",
  summary: "See what a dataset that you manage says of itself and of its fields, and what its model file says",
  screen: {},
};

export const EDIT_MODEL: RouteDescription = {
  id: "editModel",
  tag: "Browsers",
  summary:
    "Change labels, descriptions, facets, views and the core metadata, and no entry; the fields are places of the model, and `shown` is what they were shown with, as JSON. Where somebody else has changed the same meanwhile, a 409",
  screen: { shown: TEXT, "dataset.label": TEXT, "mapping.amount.label": TEXT, views: TEXT },
};
