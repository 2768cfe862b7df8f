import { errorText } from "../../core/errors/error-text.js";
import { OverCapacity } from "../../core/errors/errors.js";
import type { DrawnShapes, ShapeDrawer } from "../../sources/shapes/shape-drawer.js";
import type { Threads } from "./threads.js";

/** Maximum number of files that are drawn or wait. */
const MAX_FILES = 8;

/** Create a drawer that draws each file in its own thread, so that this thread can go on answering requests. */
export function shapeDrawerInThread(threads: Pick<Threads, "runOrder">): ShapeDrawer {
  let files = 0;
  return {
    async drawShapes({ path, id }) {
      if (files >= MAX_FILES) throw new OverCapacity(errorText("too_many_waiting", { count: MAX_FILES }));
      files++;
      try {
        const { shapes } = (await threads.runOrder({ kind: "shapes", path, id }, {})) as {
          readonly shapes: DrawnShapes;
        };
        return shapes;
      } finally {
        files--;
      }
    },
  };
}
