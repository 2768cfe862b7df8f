import type { Dataset } from "../store/dataset.js";
import type { Answer } from "./answer.js";

/** The part of an answer about one dataset that makes it conditional. */
export function datasetAnswer(dataset: Dataset, canonical = ""): Omit<Answer, "forms"> {
  const { version, lastModified } = dataset;
  return { version, lastModified, canonical, public: !dataset.private };
}
