import assert from "node:assert/strict";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { type Readable, streamEntries, withReader } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";

/** Leave out the ids of members, which each engine may choose. */
export function withoutIds(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutIds);
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  const { id, values, ...rest } = data as Record<string, unknown>;
  if (typeof id === "number" && Array.isArray(values) && Object.keys(rest).length === 0) return { values };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutIds(value)]));
}

/** Check that the ids of members are positive, one for each member, and the same wherever the member is read. */
export async function assertIds(version: Readable, { dimensions }: Model): Promise<void> {
  const members = dimensions.map(() => new Map<number, string>());
  const ids = dimensions.map(() => new Map<string, number>());
  for await (const entries of streamEntries(version)) {
    for (const entry of entries) {
      for (const [at, member] of entry.members.entries()) {
        if (!member) continue;
        const values = JSON.stringify(member.values);
        assert.ok(Number.isSafeInteger(member.id) && member.id > 0);
        assert.equal(members[at]!.get(member.id) ?? values, values);
        assert.equal(ids[at]!.get(values) ?? member.id, member.id);
        members[at]!.set(member.id, values);
        ids[at]!.set(values, member.id);
      }
    }
  }
  for (const [at, dimension] of dimensions.entries()) {
    const { attributes, identity } = dimension;
    const query = { dimension, attributes: [identity], prefix: "", filters: [], first: 0, limit: 1000 };
    const listed = (await withReader(version, UNBOUNDED, (reader) => reader.distinct(query))).members;
    assert.equal(listed.length, members[at]!.size);
    for (const { id, values } of listed) assert.equal(members[at]!.get(id), JSON.stringify(values));
    assert.ok(attributes.length > 0);
  }
}
