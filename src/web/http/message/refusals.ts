import { errorText } from "../../../core/errors/error-text.js";
import {
  BadSource,
  Conflict,
  DamagedStore,
  EngineUnreachable,
  Forbidden,
  ForeignStore,
  Gone,
  InvalidModel,
  InvalidQuery,
  NotFound,
  OverCapacity,
  TooManyAttempts,
  Unreadable,
  Unwritable,
  Unauthenticated,
  UserError,
} from "../../../core/errors/errors.js";

/** None of the formats that the client accepts is available. */
export class NotAcceptable extends UserError {}

/** A format of a protocol that the server does not speak. */
export class NotImplemented extends UserError {}

export class MethodNotAllowed extends UserError {
  readonly allowed: readonly string[];

  constructor(method: string, allowed: readonly string[]) {
    super(errorText("method_not_allowed", { method, allowed: allowed.join(", ") }));
    this.allowed = allowed;
  }
}

/** A request body over its limit. */
export class PayloadTooLarge extends UserError {}

export class UriTooLong extends UserError {}

export class HeadersTooLarge extends UserError {}

type Family = new (...args: never[]) => UserError;

const STATUSES: readonly (readonly [Family, number])[] = [
  [InvalidQuery, 400],
  [InvalidModel, 400],
  [BadSource, 400],
  [Unauthenticated, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [MethodNotAllowed, 405],
  [NotAcceptable, 406],
  [Conflict, 409],
  [Gone, 410],
  [PayloadTooLarge, 413],
  [UriTooLong, 414],
  [TooManyAttempts, 429],
  [HeadersTooLarge, 431],
  [NotImplemented, 501],
  [OverCapacity, 503],
  [EngineUnreachable, 503],
  [Unreadable, 503],
  [DamagedStore, 503],
  [ForeignStore, 503],
  [Unwritable, 503],
];

export function statusOf(error: UserError): number {
  return STATUSES.find(([family]) => error instanceof family)?.[1] ?? 400;
}
