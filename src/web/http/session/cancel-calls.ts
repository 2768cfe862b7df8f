import { actorOf } from "../../../access/actor.js";
import { cancelRun } from "../../../calls/publishing/loads/cancel-run.js";
import { Conflict, Forbidden } from "../../../core/errors/errors.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { OUT_OF_DATE, readPostedForm } from "./posted-form.js";
import { requireSession } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** `POST /{dataset}/sources/{id}/runs/{run}`: cancel a load, and show its page. One that is over stays as it is. */
export async function acceptCancelling(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { isOurs } = await readPostedForm(context.signIn, input);
  const user = actorOf(requireSession(context.signIn, input, "cancel loads"));
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
