import { columnarFormat } from "../columnar/builder.js";
import type { TableFormat } from "../engine/builder.js";
import { Kernel, type KernelOptions } from "../kernel/kernel.js";
import { Catalog } from "../store/catalog.js";

/** The datasets of a data directory, and how tables are made. */
export interface Opened {
  readonly catalog: Catalog;
  readonly format: TableFormat;
}

/**
 * Do something with the datasets of a data directory.
 * @param options one thread will do for commands that aggregate once
 */
export async function withCatalog<T>(
  directory: string,
  options: KernelOptions,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const kernel = Kernel.start(options);
  try {
    const format = columnarFormat(kernel);
    return await use({ catalog: await Catalog.open(directory, format), format });
  } finally {
    await kernel.close();
  }
}
