import { randomBytes } from "node:crypto";
import type { Engine } from "../engine/engine.js";
import type { RepeatRules, TableFormat } from "../engine/storage.js";
import type { Model } from "../model/cube.js";
import { rowModel } from "../model/row-model.js";
import { VersionBuilder } from "./build/version-builder.js";
import type { Cluster } from "./client/cluster.js";
import { ClickHouseEngine } from "./read/engine.js";
import { parseMembers, writeMembers } from "./table/members.js";
import type { ClusterVersion } from "./table/version.js";
import { writeVersionHeader, readVersionHeader } from "./table/version-header.js";

/** Owner of the tables in a cluster. */
export interface TableOwner {
  /** Return the name of the tables of the next version. */
  readonly nameTable: () => string;
  /** Note that a version is open. @returns called when nothing reads the version any more */
  readonly noteOpen: (table: string) => () => void;
}

const NO_OWNER: TableOwner = { nameTable: newTableName, noteOpen: () => () => {} };

/** Make a random name for the tables of a version, which are not found by the name of the dataset. */
export function newTableName(): string {
  return `s${randomBytes(6).toString("hex")}`;
}

/**
 * Return the format of versions whose entries are in a cluster. A serialized version has the members alone.
 * @param rollupBytes maximum bytes of each version's sums that are kept here
 */
export function clickHouseFormat(cluster: Cluster, owner: TableOwner = NO_OWNER, rollupBytes = 0) {
  const openEngine = (version: ClusterVersion): ClickHouseEngine =>
    new ClickHouseEngine(version, rollupBytes, owner.noteOpen(version.facts.table));
  return {
    health: () => cluster.health,

    build: (model: Model, previous: Engine | null, source: number, repeats?: RepeatRules) =>
      new VersionBuilder(
        { cluster, table: owner.nameTable(), openEngine },
        model,
        previous && versionOf(previous),
        source,
        repeats,
      ),

    serialize(engine) {
      const { facts, members } = versionOf(engine);
      const parts = members.map(writeMembers);
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
      const parts = lengths.map((length) => new Uint8Array(length));
      return {
        parts,
        open() {
          const members = stored.dimensions.map((dimension, at) =>
            parseMembers(dimension, facts.dimensions[at]!.codes, parts[at]!),
          );
          return openEngine({ cluster, model: stored, facts, members });
        },
        dispose() {},
      };
    },
  } satisfies TableFormat;
}

function versionOf(engine: Engine): ClusterVersion {
  if (!(engine instanceof ClickHouseEngine)) throw new TypeError("Not a version of this format");
  return engine.version;
}
