import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, actorOf, type SignedIn } from "../../../access/actor.js";
import {
  dropDataset,
  publishDataset,
  retractDataset,
  rollBackDataset,
} from "../../../calls/publishing/manage/change-dataset.js";
import { findManaged, listUses, readEditor } from "../../../calls/publishing/manage/editor.js";
import { addManager, removeManager } from "../../../calls/publishing/manage/managers.js";
import { cancelLoads } from "../../../calls/publishing/loads/cancel-run.js";
import { type BeginChange, beginReload, beginRemoval } from "../../../calls/publishing/loads/change-source.js";
import { refuseSecond } from "../../../calls/publishing/loads/enqueue.js";
import { runUrl } from "../../../calls/publishing/loads/links.js";
import { writeUses } from "../../../calls/reading/describe/dataset-uses.js";
import { Conflict, Forbidden, InvalidQuery, UserError } from "../../../core/errors/errors.js";
import { type Change, CHANGES, type RefusedChange } from "../../pages/manage/editor.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { showForm } from "./ask-to-sign-in.js";
import { HOME } from "./next-path.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** A requested change of a dataset. */
interface Order {
  readonly context: ServerContext;
  readonly name: string;
  readonly user: SignedIn;
  readonly field: (name: string) => string;
  readonly signal: AbortSignal;
}

/** `GET /{dataset}/editor`: show the changes that are possible. */
export function showEditor(context: ServerContext, input: CallInput): RouteOutcome {
  const name = input.segments.get("dataset")!;
  findManaged(context, input.actor, name);
  refuseOtherFormats(input);
  return show(context, input, input.actor, name);
}

/** `POST /{dataset}/editor` */
export async function acceptChange(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(context.signIn, input);
  const account = requireSession(context.signIn, input, phraseText("to_manage_datasets"));
  const name = input.segments.get("dataset")!;
  const user = actorOf(account);
  findManaged(context, user, name);
  const change = CHANGES.find((each) => each === field("change"));
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    if (!change) throw new InvalidQuery(errorText("unknown_change", { known: CHANGES.join(", ") }));
    return { seeOther: await DO[change]({ context, name, user, field, signal: input.cancel.signal }) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const typed = { user: field("user"), confirmation: field("confirmation") };
    return show(context, input, user, name, { change, errors: error.errors, ...typed }, error);
  }
}

/** Functions that carry out each change. @returns the path of the next page */
const DO: Readonly<Record<Change, (order: Order) => Promise<string>>> = {
  async publish({ context, name, user }) {
    await publishDataset(context.loads.services, name, user);
    return `/${name}/editor#state`;
  },
  async retract({ context, name, user, field }) {
    refuseUsed({ context, name, user, field });
    await retractDataset(context.loads.services, name, user);
    return `/${name}/editor#state`;
  },
  async "add-manager"({ context, name, user, field }) {
    await addManager(context.loads.services, user, name, field("user").trim());
    return `/${name}/editor#managers`;
  },
  async "remove-manager"({ context, name, user, field }) {
    const removed = field("user");
    await removeManager(context.loads.services, user, name, removed);
    return removed === user.name && !user.admin ? HOME : `/${name}/editor#managers`;
  },
  async cancel({ context, name, user }) {
    await cancelLoads(context, user, name);
    return `/${name}/editor`;
  },
  reload: (order) => changeSource(order, beginReload),
  remove: (order) => changeSource(order, beginRemoval),
  async "roll-back"({ context, name, user, field, signal }) {
    refuseSecond(context.loads, name);
    const number = field("number") === "" ? undefined : Number(field("number"));
    await rollBackDataset(context.loads.services, name, user, signal, field("version"), number);
    return `/${name}/editor#earlier`;
  },
  async drop({ context, name, user, field, signal }) {
    if (field("confirmation").trim() !== name) {
      throw new InvalidQuery(errorText("name_not_confirmed", { dataset: name }));
    }
    refuseUsed({ context, name, user, field });
    refuseSecond(context.loads, name);
    await dropDataset(context.loads.services, name, user, signal);
    return HOME;
  },
};

/** @throws Conflict for a dataset that others use, unless the form says to go on all the same */
function refuseUsed({ context, name, user, field }: Omit<Order, "signal">): void {
  const uses = listUses(context, user, name);
  if (uses.length === 0 || field("used") === "yes") return;
  throw new Conflict(errorText("dataset_is_used", { dataset: name, uses: writeUses(uses) }));
}

async function changeSource({ context, user, name, field }: Order, begin: BeginChange): Promise<string> {
  const { runs } = await begin(context, user, { dataset: name, source: field("source") });
  return runUrl("", runs[0]!);
}

function show(
  context: ServerContext,
  input: CallInput,
  actor: Actor,
  name: string,
  refused: RefusedChange | null = null,
  because?: UserError,
): RouteOutcome {
  const { origin } = input;
  const editor = readEditor(context, actor, name, origin);
  return showForm(
    context.signIn,
    input,
    (token) => ({ kind: "editor", origin, editor, actor, token, refused }),
    because,
  );
}
