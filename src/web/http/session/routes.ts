import type { SignInService } from "../../../access/sign-in-service.js";
import {
  CANCEL_LOAD,
  CHANGE_DRAFT,
  CHANGE_DATASET,
  EDIT_MODEL,
  REGISTER,
  REPLACE_KEY,
  SET_PASSWORD,
  SHOW_DASHBOARD,
  SHOW_DRAFT,
  SHOW_EDITOR,
  SHOW_MODEL_FORM,
  SHOW_REGISTRATION,
  SHOW_SETTINGS,
  SHOW_SIGN_IN,
  SHOW_SIGN_OUT,
  SIGN_IN,
  SHOW_UPLOAD,
  SIGN_OUT,
  UPLOAD,
} from "../openapi/browser.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { showDashboard } from "./dashboard-calls.js";
import { acceptCancelling } from "./cancel-calls.js";
import { acceptUpload, changeDraft, showDraft, showUpload } from "./draft-calls.js";
import { acceptChange, showEditor } from "./editor-calls.js";
import { acceptModel, showModelEditor } from "./model-calls.js";
import { acceptRegistration, showRegistration } from "./registration-calls.js";
import type { ServerContext } from "./server-context.js";
import { acceptNewKey, acceptNewPassword, showSettings } from "./settings-calls.js";
import { acceptSignIn, acceptSignOut, showSignIn, showSignOut } from "./sign-in-calls.js";

type Call = (services: SignInService, input: CallInput) => RouteOutcome | Promise<RouteOutcome>;

/** Make the routes of pages and forms for signed-in browsers. They work without scripts. */
export function makeBrowserRoutes(context: ServerContext): readonly DescribedRoute[] {
  const route = (method: "GET" | "POST", path: string, about: RouteDescription, call: Call): DescribedRoute => ({
    method,
    path,
    kind: "resource",
    formats: ["html"],
    about,
    call: (input) => call(context.signIn, input),
  });
  const draftRoute = (
    method: "GET" | "POST",
    path: string,
    about: RouteDescription,
    call: (context: ServerContext, input: CallInput) => Promise<RouteOutcome>,
  ): DescribedRoute => ({
    ...route(method, path, about, (_, input) => call(context, input)),
    patient: path === "/datasets/new",
  });
  return [
    route("GET", "/login", SHOW_SIGN_IN, showSignIn),
    route("POST", "/login", SIGN_IN, acceptSignIn),
    route("GET", "/logout", SHOW_SIGN_OUT, showSignOut),
    route("POST", "/logout", SIGN_OUT, acceptSignOut),
    route("GET", "/register", SHOW_REGISTRATION, showRegistration),
    route("POST", "/register", REGISTER, acceptRegistration),
    route("GET", "/settings", SHOW_SETTINGS, showSettings),
    route("POST", "/settings/key", REPLACE_KEY, acceptNewKey),
    route("POST", "/settings/password", SET_PASSWORD, acceptNewPassword),
    route("GET", "/dashboard", SHOW_DASHBOARD, (_, input) => showDashboard(context, input)),
    draftRoute("GET", "/datasets/new", SHOW_UPLOAD, showUpload),
    draftRoute("POST", "/datasets/new", UPLOAD, acceptUpload),
    draftRoute("GET", "/datasets/new/{draft}", SHOW_DRAFT, showDraft),
    draftRoute("POST", "/datasets/new/{draft}", CHANGE_DRAFT, changeDraft),
    route("POST", "/{dataset}/sources/{source}/runs/{run}", CANCEL_LOAD, (_, input) =>
      acceptCancelling(context, input),
    ),
    route("GET", "/{dataset}/editor", SHOW_EDITOR, (_, input) => showEditor(context, input)),
    route("GET", "/{dataset}/editor/model", SHOW_MODEL_FORM, (_, input) => showModelEditor(context, input)),
    route("POST", "/{dataset}/editor/model", EDIT_MODEL, (_, input) => acceptModel(context, input)),
    route("POST", "/{dataset}/editor", CHANGE_DATASET, (_, input) => acceptChange(context, input)),
  ];
}
