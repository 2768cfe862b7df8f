import { columnarFormat } from "../../engines/columnar/format.js";
import type { TableFormat } from "../../core/engine/storage.js";
import { Kernel } from "../../engines/kernel/kernel.js";

/** Start a format for tables that are built and abandoned. The caller closes it. */
export function startFormat(): { readonly format: TableFormat; readonly close: () => Promise<void> } {
  const kernel = Kernel.start();
  return { format: columnarFormat(kernel), close: () => kernel.close() };
}
