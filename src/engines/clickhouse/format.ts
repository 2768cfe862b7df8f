import { randomBytes } from "node:crypto";
import type { Engine } from "../../core/engine/engine.js";
import type { RepeatRules, TableFormat } from "../../core/engine/storage.js";
import type { Model } from "../../core/model/cube.js";
import { rowModel } from "../../core/model/row-model.js";
import { INLINE_RULES, type InlineRules } from "./writing/choose-inline.js";
import { VersionBuilder } from "./writing/version-builder.js";
import type { Cluster } from "./client/cluster.js";
import { ClickHouseEngine } from "./read/engine.js";
import { type ParseMembers, parseMembersHere, writeMembers } from "./table/members.js";
import type { ClusterVersion } from "./table/version.js";
import { writeVersionHeader, readVersionHeader } from "./table/version-header.js";

/** Owner of the tables in a cluster. */
export interface TableOwner {
  /** Return the name of the tables of the next version. */
  readonly nameTable: () => string;
  /** Note that a version is open. @returns called when nothing reads the version any more */
  readonly noteOpen: (table: string) => () => void;
}

/** Services and settings of a format besides its cluster. */
export interface FormatOptions extends Partial<TableOwner> {
  /** Maximum bytes of each version's sums that are kept here; by default 0: none are. */
  readonly rollupBytes?: number;
  /** Numbers of members from which on dimensions are inline. */
  readonly inlineRules?: InlineRules;
  /** Parses the members of a version that is opened; by default this thread does. */
  readonly parseMembers?: ParseMembers;
}

/** Make a random name for the tables of a version, which are not found by the name of the dataset. */
export function newTableName(): string {
  return `s${randomBytes(6).toString("hex")}`;
}

/** The format of versions whose entries are in a cluster. */
export interface ClickHouseFormat extends TableFormat {
  /** Open a version of another thread. @param version without its cluster */
  openVersion(version: Omit<ClusterVersion, "cluster">): ClickHouseEngine;
}

/** Return the format of versions whose entries are in a cluster. A serialized version has the members alone, without those of inline dimensions. */
export function clickHouseFormat(
  cluster: Cluster,
  {
    nameTable = newTableName,
    noteOpen = () => () => {},
    rollupBytes = 0,
    inlineRules = INLINE_RULES,
    parseMembers = parseMembersHere,
  }: FormatOptions = {},
): ClickHouseFormat {
  const openEngine = (version: ClusterVersion): ClickHouseEngine =>
    new ClickHouseEngine(version, rollupBytes, noteOpen(version.facts.table));
  return {
    openVersion: (version) => openEngine({ ...version, cluster }),

    health: () => cluster.health,

    build: (model: Model, previous: Engine | null, source: number, repeats?: RepeatRules) =>
      new VersionBuilder(
        { cluster, table: nameTable(), inlineRules, openEngine },
        model,
        previous && versionOf(previous),
        source,
        repeats,
      ),

    async serialize(engine) {
      const { facts, members } = versionOf(engine);
      const parts: Uint8Array[] = [];
      for (const each of members) parts.push(await writeMembers(each));
      return {
        header: writeVersionHeader(
          facts,
          parts.map(({ length }) => length),
        ),
        parts,
      };
    },

    open(model, header, lengths) {
      const stored = rowModel(model);
      const facts = readVersionHeader(stored, header, lengths);
      const parts = lengths.map((length) => new Uint8Array(new SharedArrayBuffer(length)));
      return {
        parts,
        async open() {
          const codes = facts.dimensions.map((dimension) => dimension.codes);
          const members = await parseMembers(stored, codes, parts);
          return openEngine({ cluster, model: stored, facts, members });
        },
        dispose() {},
      };
    },
  };
}

/** Return the version of an engine of this format. */
export function versionOf(engine: Engine): ClusterVersion {
  if (!(engine instanceof ClickHouseEngine)) throw new TypeError("Not a version of this format");
  return engine.version;
}
