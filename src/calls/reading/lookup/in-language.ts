import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { languageCode } from "../../../core/model/parse/codes.js";
import { translateMetadata, translateModel } from "../../../core/model/translations.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Dataset, summarizeVersion, type VersionSummary } from "../../../store/dataset.js";
import type { Context } from "../../context.js";

/**
 * Return the language in which a call asks for the texts of the data, as `lang=fr`; `null` if it asks for none.
 * @throws InvalidQuery if it is no language
 */
export function readLanguage(parameters: Parameters): string | null {
  const text = parameters.get("lang")?.trim();
  if (text === undefined || text === "") return null;
  const found = languageCode(text.split(/[-_]/, 1)[0]!);
  if ("code" in found) return found.code;
  throw new InvalidQuery(`lang: ${errorText("unknown_language", { language: text })}`);
}

const spoken = new WeakMap<Dataset, Map<string, Dataset>>();
/** Lists by those that they translate: what is found of a list is kept with it. */
const spokenLists = new WeakMap<readonly Dataset[], Map<string, readonly Dataset[]>>();

/** Return the context of a call whose datasets have their texts in a language, where they have such. */
export function speakIn(context: Context, language: string): Context {
  const { catalog } = context;
  const speak = (dataset: Dataset): Dataset => translateDataset(dataset, language);
  const speakAll = (datasets: readonly Dataset[]): readonly Dataset[] =>
    keptIn(spokenLists, datasets, language, () => translateList(datasets, language));
  return {
    ...context,
    catalog: {
      get: (name) => {
        const found = catalog.get(name);
        return found && speak(found);
      },
      list: () => speakAll(catalog.list()),
      get collections() {
        return catalog.collections ?? [];
      },
      viewIn: (collection, dataset) => {
        const found = catalog.viewIn?.(collection, dataset);
        return found && speak(found);
      },
      listSeries: () => speakAll(catalog.listSeries()),
      lastRemoval: (couldRead) => catalog.lastRemoval(couldRead),
    },
  };
}

/** Translate the datasets that have texts in a language; return the list itself without any: much is kept with a list. */
function translateList(datasets: readonly Dataset[], language: string): readonly Dataset[] {
  const hasTexts = (dataset: Dataset): boolean => summarizeVersion(dataset).languages?.includes(language) ?? true;
  if (!datasets.some(hasTexts)) return datasets;
  return datasets.map((dataset) => (hasTexts(dataset) ? translateDataset(dataset, language) : dataset));
}

function translateDataset(dataset: Dataset, language: string): Dataset {
  return keptIn(spoken, dataset, language, () => withTexts(dataset, language));
}

/** Return what was made of something in a language; made at the first time. */
function keptIn<Source extends object, Translated>(
  kept: WeakMap<Source, Map<string, Translated>>,
  source: Source,
  language: string,
  translate: () => Translated,
): Translated {
  let known = kept.get(source);
  if (!known) kept.set(source, (known = new Map()));
  let found = known.get(language);
  if (found === undefined) known.set(language, (found = translate()));
  return found;
}

/** Copy a dataset without opening its model and its table, which threads do when they first read them. */
function withTexts(dataset: Dataset, language: string): Dataset {
  let summary: VersionSummary | null = null;
  return {
    ...factsOf(dataset),
    language,
    get model() {
      return translateModel(dataset.model, language);
    },
    get asLoaded() {
      return dataset.asLoaded;
    },
    get engine() {
      return dataset.engine;
    },
    // Nothing is read before rights are asked.
    get summary() {
      return (summary ??= summarizeIn(dataset, language));
    },
  };
}

/** Parts of a dataset that are opened when they are first read, and those that a language changes. */
type Opened = "model" | "asLoaded" | "engine" | "summary" | "language";

/** List the other parts one by one: to copy all properties by their descriptors takes a hundred times as long. */
function factsOf(dataset: Dataset): Omit<Dataset, Opened> {
  const facts: { readonly [Key in keyof Required<Omit<Dataset, Opened>>]: Dataset[Key] } = {
    private: dataset.private,
    managers: dataset.managers,
    created: dataset.created,
    lastModified: dataset.lastModified,
    version: dataset.version,
    ownVersion: dataset.ownVersion,
    number: dataset.number,
    contents: dataset.contents,
    changed: dataset.changed,
    isFixed: dataset.isFixed,
    history: dataset.history,
    sources: dataset.sources,
    lastSource: dataset.lastSource,
    segment: dataset.segment,
    viewOf: dataset.viewOf,
  };
  return facts;
}

function summarizeIn(dataset: Dataset, language: string): VersionSummary {
  const summary = summarizeVersion(dataset);
  return { ...summary, metadata: translateMetadata(summary.metadata, language) };
}
