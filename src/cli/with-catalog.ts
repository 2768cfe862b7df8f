import { columnarFormat } from "../columnar/builder.js";
import type { TableFormat } from "../engine/builder.js";
import { Kernel } from "../kernel/kernel.js";
import { Catalog } from "../store/catalog.js";

/** The datasets of a data directory, and how tables are made. */
export interface Opened {
  readonly catalog: Catalog;
  readonly format: TableFormat;
}

/**
 * Do something with the datasets of a data directory.
 * @param threads that aggregate; one for commands that do it once
 */
export async function withCatalog<T>(
  directory: string,
  threads: number,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const kernel = Kernel.start({ threads });
  try {
    const format = columnarFormat(kernel);
    return await use({ catalog: await Catalog.open(directory, format), format });
  } finally {
    await kernel.close();
  }
}
