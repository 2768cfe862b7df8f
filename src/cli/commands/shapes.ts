import { withCodes } from "./load-summary.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import { addShapes } from "../../calls/publishing/manage/add-shapes.js";
import { shapeDrawerHere } from "../../sources/shapes/shape-drawer.js";
import { ShapeFolder } from "../../store/shape-folder.js";
import { formatTable, printDone, printJson, printLine, printNote } from "../terminal/terminal.js";
import type { Call } from "./call.js";

interface Options {
  readonly json?: boolean;
}

interface AddOptions extends Options {
  readonly id?: string;
  readonly taxonomy?: string;
  readonly label?: string;
  readonly licence?: string;
  readonly source?: string;
}

/** Add a layer of shapes. */
export async function addShapesOfFile({ place, args, options, terminal }: Call<AddOptions>): Promise<number> {
  const [name, path] = args as [string, string];
  const { id, taxonomy = null, label = null, licence = null, source = null } = options;
  if (id === undefined) throw new InvalidQuery(errorText("id_of_shapes_missing"));
  const facts = { name, id, taxonomy, label, licence, source };
  const { numShapes, warnings } = await addShapes(new ShapeFolder(place.directory), path, facts, shapeDrawerHere);
  await place.audit.record({ action: "shapes.add", shapes: name, by: null });
  for (const warning of warnings) printNote(terminal.err, "warning", warning);
  return printDone(
    terminal,
    options,
    { shapes: name, num_shapes: numShapes, ...withCodes({ warnings }) },
    `added ${name}: ${numShapes} shapes`,
  );
}

/** List the layers of shapes. */
export async function listShapes({ place, options, terminal }: Call<Options>): Promise<number> {
  const layers = new ShapeFolder(place.directory).list();
  if (options.json) {
    printJson(
      terminal,
      layers.map(({ numShapes, ...layer }) => ({ ...layer, num_shapes: numShapes })),
    );
  } else if (layers.length === 0) printLine(terminal.err, `there are no shapes in ${place.directory}`);
  else {
    const rows = layers.map(({ name, numShapes, taxonomy, id, licence, label }) => [
      name,
      String(numShapes),
      taxonomy ?? "",
      id,
      licence ?? "",
      label,
    ]);
    printLine(terminal.out, formatTable([["name", "shapes", "taxonomy", "id", "licence", "label"], ...rows]));
  }
  return 0;
}

/** Remove a layer of shapes. */
export async function dropShapes({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const [name] = args as [string];
  await new ShapeFolder(place.directory).drop(name);
  await place.audit.record({ action: "shapes.drop", shapes: name, by: null });
  return printDone(terminal, options, { dropped: name }, `dropped ${name}`);
}
