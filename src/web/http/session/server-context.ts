import type { SignInService } from "../../../access/sign-in-service.js";
import type { ShapesContext } from "../../../calls/publishing/manage/shapes-editor.js";
import type { DraftContext } from "../../../calls/publishing/drafts/draft-context.js";

/** The services that calls of a server use. */
export interface ServerContext extends DraftContext, ShapesContext {
  readonly shapes: ShapesContext["shapes"];
  /** Signs people in and out. */
  readonly signIn: SignInService;
  /** URI to report vulnerabilities to; absent if the operator names none. */
  readonly securityContact?: string | undefined;
}
