import {
  type BeginChange,
  beginReload,
  beginRemoval,
  changeSource,
} from "../../../calls/publishing/loads/change-source.js";
import { cancelRun } from "../../../calls/publishing/loads/cancel-run.js";
import type { RunPath, SourcePath } from "../../../calls/publishing/loads/find-source.js";
import type { LoadContext } from "../../../calls/publishing/loads/load-context.js";
import { admitChange, requestLoad } from "../../../calls/publishing/loads/request-load.js";
import { type RowPath, showSourceRow } from "../../../calls/views/resources/source-row.js";
import { listRuns, listSources, showRun, showSource } from "../../../calls/views/resources/sources.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import {
  CANCEL_RUN,
  LIST_RUNS,
  LIST_SOURCES,
  LOAD,
  RELOAD_SOURCE,
  REMOVE_SOURCE,
  SHOW_RUN,
  SHOW_SOURCE,
  SHOW_SOURCE_ROW,
} from "../openapi/loading.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { readCookie } from "../request/cookie.js";
import { beginForm } from "../session/ask-to-sign-in.js";
import type { ServerContext } from "../session/server-context.js";
import { type FormSettings, receiveMultipart } from "../request/multipart-form.js";
import { readRoute } from "./resource-routes.js";
import type { CallInput } from "../message/route.js";
import type { DescribedRoute } from "../openapi/described-route.js";

/** Maximum size of an uploaded model, in bytes. */
const MODEL_BYTES = 10 * 1024 * 1024;

/** Make the routes of loads, sources and runs. */
export function makeLoadingRoutes(context: ServerContext, files: PageFrame): readonly DescribedRoute[] {
  return [
    {
      method: "POST",
      path: "/api/2/new",
      kind: "api",
      formats: ["json"],
      patient: true,
      about: LOAD,
      call: async (input) => {
        admitChange(context, input.actor, input);
        return requestLoad(
          context,
          input.actor,
          await receiveMultipart(input, formOf(context)),
          input.origin,
          input.cancel.signal,
        );
      },
    },
    readRoute(files, "/{dataset}/sources", ["html", "json"], LIST_SOURCES, ({ actor, segments, origin }) =>
      listSources(context, actor, segments.get("dataset")!, origin),
    ),
    readRoute(files, "/{dataset}/sources/{source}", ["html", "json"], SHOW_SOURCE, (input) =>
      showSource(context, input.actor, sourceOf(input), input.origin),
    ),
    readRoute(files, "/{dataset}/sources/{source}/runs", ["html", "json"], LIST_RUNS, (input) =>
      listRuns(context, input.actor, sourceOf(input), input.origin),
    ),
    readRoute(files, "/{dataset}/sources/{source}/runs/{run}", ["html", "json"], SHOW_RUN, (input) =>
      showRun(context, input.actor, runOf(input), input.origin, tokenOf(context, input)),
    ),
    {
      method: "DELETE",
      path: "/{dataset}/sources/{source}/runs/{run}",
      kind: "resource",
      formats: ["json"],
      patient: true,
      about: CANCEL_RUN,
      call: async (input) => {
        admitChange(context, input.actor, input);
        return cancelRun(context, input.actor, runOf(input), input.origin);
      },
    },
    readRoute(files, "/{dataset}/sources/{source}/rows/{row}", ["html", "json"], SHOW_SOURCE_ROW, (input) =>
      showSourceRow(context, input.actor, rowOf(input), input.parameters, input.origin, input.cancel.signal),
    ),
    changeRoute(context, "/{dataset}/sources/{source}/reload", RELOAD_SOURCE, beginReload),
    changeRoute(context, "/{dataset}/sources/{source}/remove", REMOVE_SOURCE, beginRemoval),
  ];
}

/** Make the route of a call that reloads or removes a source. */
function changeRoute(context: LoadContext, path: string, about: RouteDescription, begin: BeginChange): DescribedRoute {
  return {
    method: "POST",
    path,
    kind: "resource",
    formats: ["json"],
    patient: true,
    about,
    call: async (input) => {
      admitChange(context, input.actor, input);
      return changeSource(context, input.actor, sourceOf(input), input.parameters, input.origin, begin);
    },
  };
}

function formOf({ loads }: LoadContext): FormSettings {
  const { download, maxUploadBytes } = loads;
  return { directory: download.directory, fileBytes: { csv_file: maxUploadBytes, metadata: MODEL_BYTES } };
}

/** Return the token of forms on the page of a signed-in browser; `null` for anything else. */
function tokenOf({ signIn }: ServerContext, input: CallInput): string | null {
  const isSignedIn = input.format === "html" && signIn.sessions.find(readCookie(input)) !== undefined;
  return isSignedIn ? beginForm(signIn, input).token : null;
}

function sourceOf({ segments }: CallInput): SourcePath {
  return { dataset: segments.get("dataset")!, source: segments.get("source")! };
}

function rowOf(input: CallInput): RowPath {
  return { ...sourceOf(input), row: input.segments.get("row")! };
}

function runOf(input: CallInput): RunPath {
  return { ...sourceOf(input), run: input.segments.get("run")! };
}
