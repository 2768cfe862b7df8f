import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Actor } from "../../../access/actor.js";
import { auditedUser } from "../../../access/audit-log.js";
import { errorText, readErrorCode } from "../../../core/errors/error-text.js";
import { Conflict, Forbidden, InvalidQuery, NotFound, UserError } from "../../../core/errors/errors.js";
import type { LayerFacts } from "../../../core/model/shape-layer.js";
import type { ShapeDrawer } from "../../../sources/shapes/shape-drawer.js";
import type { ShapeFolder } from "../../../store/shape-folder.js";
import type { LoadContext } from "../loads/load-context.js";
import { checkShapeFacts, type PreparedLayer, prepareShapes } from "./add-shapes.js";
import { countFitting, type FittingDimension } from "./fitting-shapes.js";

/** Path of the page of all shapes for administrators. Each layer has one below it. */
export const SHAPES_EDITOR = "/shapes/editor";

/** The context of calls that change shapes. */
export interface ShapesContext extends LoadContext {
  readonly shapes: ShapeFolder;
  readonly shapeDrawer: ShapeDrawer;
}

const FIELDS = ["name", "label", "id", "taxonomy", "licence", "source"] as const;

/** A field of the form of shapes. */
export type ShapesField = (typeof FIELDS)[number] | "file";

/** The form of shapes as typed. */
export type TypedShapes = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Shapes that cannot be added, each error with the field that has it; `null` for the whole form. */
export interface ShapesError {
  readonly field: ShapesField | null;
  readonly error: string;
}

/** Read the form of shapes as it was sent. */
export function readTypedShapes(field: (name: string) => string): TypedShapes {
  return Object.fromEntries(FIELDS.map((name) => [name, field(name)])) as TypedShapes;
}

/** Write the facts of a layer as its form shows them. */
export function typeShapes({ name, label, id, taxonomy, licence, source }: LayerFacts): TypedShapes {
  return { name, label, id, taxonomy: taxonomy ?? "", licence: licence ?? "", source: source ?? "" };
}

/** Shapes that were checked and may now be kept. */
export interface CheckedShapes extends PreparedLayer {
  readonly key: string;
  /** When the shapes that they replace were added; `null` for none. */
  readonly replaced: string | null;
  /** Dimensions whose members they may be of. */
  readonly fitting: readonly FittingDimension[];
}

/** Milliseconds that checked shapes are kept, and for how many users. */
const KEPT_MS = 3600 * 1000;
const MAX_KEPT = 20;

/** The shapes that each administrator checked last. */
export class CheckedLayers {
  readonly #held = new Map<string, CheckedShapes & { readonly until: number }>();

  keep(user: string, checked: CheckedShapes): void {
    this.#held.delete(user);
    const [oldest] = this.#held.keys();
    if (this.#held.size >= MAX_KEPT && oldest !== undefined) this.#held.delete(oldest);
    this.#held.set(user, { ...checked, until: Date.now() + KEPT_MS });
  }

  /** Return the shapes that a user checked. @throws Conflict if they are no longer kept */
  find(user: string, key: string): CheckedShapes {
    const held = this.#held.get(user);
    if (held && held.key === key && held.until > Date.now()) return held;
    throw new Conflict(errorText("shapes_not_checked"));
  }

  forget(user: string): void {
    this.#held.delete(user);
  }
}

/** Let only administrators go on. @throws Forbidden */
export function admitToShapes({ admin }: Actor): void {
  if (!admin) throw new Forbidden(errorText("shapes_for_administrators"));
}

/** Find a layer. @throws NotFound */
export function findEditedLayer({ shapes }: ShapesContext, name: string): LayerFacts {
  const found = shapes.list().find((each) => each.name === name);
  if (found) return found;
  throw new NotFound(errorText("unknown_shapes", { name }), {
    above: { label: "", list: "shapes", path: SHAPES_EDITOR },
  });
}

/**
 * Check shapes as a form says them, and keep them until their user confirms.
 * @param replaces layer that they are to replace; `null` for a new one
 * @returns them, or all errors
 */
export async function checkTypedShapes(
  context: ShapesContext,
  kept: CheckedLayers,
  actor: Actor,
  replaces: LayerFacts | null,
  { typed, path }: { readonly typed: TypedShapes; readonly path: string | undefined },
): Promise<CheckedShapes | { readonly errors: readonly ShapesError[]; readonly because: UserError }> {
  const text = (field: keyof TypedShapes): string | null => typed[field].trim() || null;
  const facts = {
    name: replaces?.name ?? typed.name.trim(),
    id: typed.id.trim(),
    label: text("label"),
    taxonomy: text("taxonomy"),
    licence: text("licence"),
    source: text("source"),
  };
  const errors: ShapesError[] = [...checkShapeFacts(facts)];
  if (facts.id === "") errors.push({ field: "id", error: errorText("shapes_without_id") });
  if (path === undefined || (await stat(path)).size === 0)
    errors.push({ field: "file", error: errorText("shapes_without_file") });
  if (errors.length > 0 || path === undefined)
    return { errors, because: new InvalidQuery(errors.map(({ error }) => error)) };
  try {
    if (!replaces && context.shapes.list().some(({ name }) => name === facts.name))
      throw new Conflict(errorText("shapes_of_name", { name: facts.name }));
    const prepared = await prepareShapes(path, facts, context.shapeDrawer);
    const fitting = await countFitting(context, actor, prepared.layer);
    const checked = { ...prepared, key: randomUUID(), replaced: replaces?.added ?? null, fitting };
    kept.keep(actor.id!, checked);
    return checked;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { errors: error.errors.map((each) => ({ field: fieldOf(each), error: each })), because: error };
  }
}

/** Keep the shapes that a user checked. @returns their name @throws Conflict if others came between, Unwritable */
export async function keepChecked(
  { shapes, loads }: ShapesContext,
  kept: CheckedLayers,
  actor: Actor,
  key: string,
): Promise<string> {
  const { layer, replaced } = kept.find(actor.id!, key);
  await shapes.add({ ...layer, added: new Date().toISOString() }, replaced);
  kept.forget(actor.id!);
  await loads.services.audit.record({ action: "shapes.add", shapes: layer.name, ...auditedUser(actor) });
  return layer.name;
}

/** Remove shapes whose name was typed. @throws InvalidQuery if another was, NotFound, Unwritable */
export async function dropConfirmedShapes(
  { shapes, loads }: ShapesContext,
  name: string,
  confirmation: string,
  actor: Actor,
): Promise<void> {
  if (confirmation.trim() !== name) throw new InvalidQuery(errorText("shapes_not_confirmed", { name }));
  await shapes.drop(name);
  await loads.services.audit.record({ action: "shapes.drop", shapes: name, ...auditedUser(actor) });
}

/** Name the field that an error of a file is of. */
function fieldOf(error: string): ShapesField {
  switch (readErrorCode(error)?.code) {
    case "shapes_of_name":
      return "name";
    case "no_shape_with_property":
    case "shapes_not_unique":
      return "id";
    default:
      return "file";
  }
}
