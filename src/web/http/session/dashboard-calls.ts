import { readDashboard } from "../../../calls/views/pages/dashboard.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { refuseOtherFormats } from "./posted-form.js";
import { requireUser } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** `GET /dashboard`: show the datasets that the user manages. */
export async function showDashboard(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const user = requireUser(input, "see your datasets");
  const { origin, cancel } = input;
  const page = Number(input.parameters.get("page") ?? 1);
  const dashboard = await readDashboard(context, user, Number.isSafeInteger(page) ? page : 1, origin, cancel);
  return { shown: { kind: "dashboard", origin, name: user.name, dashboard }, status: 200 };
}
