import { ShapeFolder } from "#src/store/shape-folder.js";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditEvent } from "#src/access/audit-log.js";
import { authenticate } from "#src/access/authenticate.js";
import { createPasswords } from "#src/access/passwords.js";
import { createSignInService } from "#src/access/sign-in-service.js";
import { addUser } from "#src/access/users.js";
import type { ShapeDrawer } from "#src/sources/shapes/shape-drawer.js";
import type { TableAnalyser } from "#src/sources/analysis/table-analyser.js";
import { Drafts } from "#src/calls/publishing/drafts/drafts.js";
import type { Loads } from "#src/calls/publishing/loads/loads.js";
import type { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";
import type { Runs } from "#src/calls/publishing/loads/runs.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { makeRoutes } from "#src/features/features.js";
import type { ServerSettings } from "#src/web/http/start-server.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { plainFormat } from "../../reference/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { contextOf, loadsOf, SPENDING, spendingEngine } from "../../fixtures.js";
import { ROWS } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

export const PASSWORD = "open sesame";

export interface SignInServer extends TestServer {
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  /** Serialises changes of a dataset. */
  readonly lock: DatasetLock;
  readonly runs: Runs;
  /** The queue of heavy work. */
  readonly queue: WorkQueue;
  readonly directory: string;
  /** API keys by user. */
  readonly keys: Readonly<Record<string, string>>;
  readonly events: readonly AuditEvent[];
  /** The clock of the server, in seconds. */
  readonly clock: { now: number };
}

/**
 * Start a server with the private dataset `plans` and the public dataset `town`. Its users are `ada`, who manages
 * `plans`, `bob`, the administrator `root`, and `mute`, who has no password.
 */
export async function startSignInServer(
  settings: Partial<ServerSettings> & {
    readonly allowRegistration?: boolean;
    readonly hidePrivate?: boolean;
    readonly analyser?: TableAnalyser;
    readonly shapeDrawer?: ShapeDrawer;
    readonly loads?: Partial<Loads>;
  } = {},
): Promise<SignInServer> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  const catalog = await Catalog.open(directory, plainFormat);
  const clock = { now: 1_000_000 };
  const events: AuditEvent[] = [];
  // Ids are random.
  const audit = { record: async (event: AuditEvent) => void events.push(withoutIds(event)) };
  // Fast hashing: its duration is not under test.
  const passwords = createPasswords({ N: 16, r: 1, p: 1 });
  const services = {
    ...createSignInService(catalog, audit, settings.allowRegistration ?? false, () => clock.now * 1000),
    passwords,
  };
  const keys: Record<string, string> = {};
  for (const name of ["ada", "bob", "root", "mute"]) {
    const password = name === "mute" ? null : await passwords.hash(PASSWORD, name);
    keys[name] = await addUser(catalog, { name, fullname: null, email: null, admin: name === "root", password });
  }
  await publish(catalog, "town", false, []);
  await publish(catalog, "plans", true, ["ada"]);
  const loads = loadsOf(catalog, settings.loads);
  const drafts = new Drafts(join(directory, "drafts"), catalog);
  const queue = new WorkQueue(100);
  const context = {
    ...contextOf([], { catalog, drafts, queue, loads: { ...loads, services: { ...loads.services, audit } } }),
    ...(settings.analyser ? { analyser: settings.analyser } : {}),
    ...(settings.shapeDrawer ? { shapeDrawer: settings.shapeDrawer } : {}),
    signIn: services,
    shapes: new ShapeFolder(directory),
    hidePrivate: settings.hidePrivate ?? false,
  };
  const server = await startTestServer(makeRoutes(context), {
    authenticate: (authorization) => authenticate(catalog, authorization),
    signIn: services,
    ...settings,
  });
  return {
    ...server,
    catalog,
    drafts,
    lock: loads.services.lock,
    runs: loads.services.runs,
    queue,
    directory,
    keys,
    events,
    clock,
    async stop() {
      await drafts.close();
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function publish(catalog: Catalog, name: string, isPrivate: boolean, managers: readonly string[]): Promise<void> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name, label: `Label of ${name}` } });
  const sources = [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }];
  const engine = spendingEngine([...ROWS, { id: "d", paid: 1n, region: "really.json" }], model);
  await catalog.publish({
    model,
    engine,
    sources,
    base: undefined,
    private: isPrivate,
    managers: managers.map((each) => ownerCalled(catalog, each)),
  });
}

function withoutIds(event: AuditEvent): AuditEvent {
  const entries = Object.entries(event).filter(([key]) => key !== "by_id" && key !== "user_id");
  return Object.fromEntries(entries) as unknown as AuditEvent;
}
