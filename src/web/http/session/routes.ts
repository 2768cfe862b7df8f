import { phraseText } from "../../../core/errors/phrase-text.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import {
  ADD_COLLECTION,
  ADD_SHAPES,
  CHANGE_SHAPES,
  SHOW_SHAPES_EDITOR,
  SHOW_SHAPES_FORM,
  CANCEL_LOAD,
  CHANGE_COLLECTION,
  CHOOSE_LANGUAGE,
  CHANGE_DRAFT,
  CHANGE_DATASET,
  CORRECT_MEMBERS,
  SHOW_CORRECTION,
  EDIT_MODEL,
  REGISTER,
  REPLACE_KEY,
  SET_PASSWORD,
  SHOW_COLLECTION_FORM,
  SHOW_COLLECTIONS_EDITOR,
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
import {
  acceptCollection,
  changeCollectionByForm,
  showCollectionEditor,
  showCollectionsEditor,
} from "./collection-calls.js";
import { acceptUpload, changeDraft, showDraft, showUpload } from "./draft-calls.js";
import { acceptCorrection, showCorrection } from "./correct-calls.js";
import { acceptChange, showEditor } from "./editor-calls.js";
import { acceptLanguage } from "./language-calls.js";
import { acceptModel, showModelEditor } from "./model-calls.js";
import { acceptRegistration, showRegistration } from "./registration-calls.js";
import { acceptShapes, showShapesEditor } from "./shapes-calls.js";
import { CheckedLayers } from "../../../calls/publishing/manage/shapes-editor.js";
import type { ServerContext } from "./server-context.js";
import { acceptNewKey, acceptNewPassword, showSettings } from "./settings-calls.js";
import { acceptSignIn, acceptSignOut, showSignIn, showSignOut } from "./sign-in-calls.js";
import { actorOf } from "../../../access/actor.js";
import { cancelRun } from "../../../calls/publishing/loads/cancel-run.js";
import { Conflict, Forbidden } from "../../../core/errors/errors.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession, requireUser } from "./require-session.js";
import { readDashboard } from "../../../calls/views/pages/dashboard.js";

type Call = (services: SignInService, input: CallInput) => RouteOutcome | Promise<RouteOutcome>;

type MakeRoute = (method: "GET" | "POST", path: string, about: RouteDescription, call: Call) => DescribedRoute;

/** Make the routes of pages and forms for signed-in browsers. They work without scripts. */
export function makeBrowserRoutes(context: ServerContext): readonly DescribedRoute[] {
  const route: MakeRoute = (method, path, about, call) => ({
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
    route("POST", "/settings/language", CHOOSE_LANGUAGE, (_, input) => acceptLanguage(input)),
    route("POST", "/settings/password", SET_PASSWORD, acceptNewPassword),
    route("GET", "/dashboard", SHOW_DASHBOARD, (_, input) => showDashboard(context, input)),
    draftRoute("GET", "/datasets/new", SHOW_UPLOAD, showUpload),
    draftRoute("POST", "/datasets/new", UPLOAD, acceptUpload),
    draftRoute("GET", "/datasets/new/{draft}", SHOW_DRAFT, showDraft),
    draftRoute("POST", "/datasets/new/{draft}", CHANGE_DRAFT, changeDraft),
    route("GET", "/collections/editor", SHOW_COLLECTIONS_EDITOR, (_, input) => showCollectionsEditor(context, input)),
    route("POST", "/collections/editor", ADD_COLLECTION, (_, input) => acceptCollection(context, input)),
    route("GET", "/collections/editor/{collection}", SHOW_COLLECTION_FORM, (_, input) =>
      showCollectionEditor(context, input),
    ),
    route("POST", "/collections/editor/{collection}", CHANGE_COLLECTION, (_, input) =>
      changeCollectionByForm(context, input),
    ),
    ...makeShapesRoutes(context, route),
    route("POST", "/{dataset}/sources/{source}/runs/{run}", CANCEL_LOAD, (_, input) =>
      acceptCancelling(context, input),
    ),
    route("GET", "/{dataset}/editor", SHOW_EDITOR, (_, input) => showEditor(context, input)),
    route("GET", "/{dataset}/editor/model", SHOW_MODEL_FORM, (_, input) => showModelEditor(context, input)),
    route("POST", "/{dataset}/editor/model", EDIT_MODEL, (_, input) => acceptModel(context, input)),
    route("GET", "/{dataset}/editor/members", SHOW_CORRECTION, (_, input) => showCorrection(context, input)),
    {
      ...route("POST", "/{dataset}/editor/members", CORRECT_MEMBERS, (_, input) => acceptCorrection(context, input)),
      patient: true,
    },
    route("POST", "/{dataset}/editor", CHANGE_DATASET, (_, input) => acceptChange(context, input)),
  ];
}

function makeShapesRoutes(context: ServerContext, route: MakeRoute): readonly DescribedRoute[] {
  const kept = new CheckedLayers();
  const show: Call = (_, input) => showShapesEditor(context, input);
  const accept: Call = (_, input) => acceptShapes(context, kept, input);
  return [
    route("GET", "/shapes/editor", SHOW_SHAPES_EDITOR, show),
    { ...route("POST", "/shapes/editor", ADD_SHAPES, accept), patient: true },
    route("GET", "/shapes/editor/{shapes}", SHOW_SHAPES_FORM, show),
    { ...route("POST", "/shapes/editor/{shapes}", CHANGE_SHAPES, accept), patient: true },
  ];
}

/** `POST /{dataset}/sources/{id}/runs/{run}`: cancel a load, and show its page. One that is over stays as it is. */
async function acceptCancelling(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { isOurs } = await readPostedForm(context.signIn, input);
  const user = actorOf(requireSession(context.signIn, input, phraseText("to_cancel_loads")));
  if (!isOurs) throw new Forbidden(OUT_OF_DATE);
  const [dataset, source, run] = ["dataset", "source", "run"].map((name) => input.segments.get(name)!) as [
    string,
    string,
    string,
  ];
  try {
    await cancelRun(context, user, { dataset, source, run }, input.origin);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
  return { seeOther: `/${dataset}/sources/${source}/runs/${run}` };
}

/** `GET /dashboard`: show the datasets that the user manages. */
async function showDashboard(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const user = requireUser(input, phraseText("to_see_own_datasets"));
  const { origin, cancel } = input;
  const page = Number(input.parameters.get("page") ?? 1);
  const dashboard = await readDashboard(context, user, Number.isSafeInteger(page) ? page : 1, origin, cancel);
  return { shown: { kind: "dashboard", origin, name: user.name, dashboard }, status: 200 };
}
