import { type Control, explainControl } from "../../../sources/ingest/totals/control.js";

/** Describe the control figures of sources in sentences. @param currency of the dataset; `null` for none */
export function explainControls(control: readonly Control[], currency: string | null): readonly string[] {
  return control.flatMap((each) => explainControl(each, currency));
}
