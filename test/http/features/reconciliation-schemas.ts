import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";

/**
 * What the answers of the Reconciliation Service API 0.2 consist of, in words of our own after the report of the W3C
 * community group: required keys, types, and keys that nothing else may stand beside.
 */
const TEXT = { type: "string" };
const texts = { type: "array", items: TEXT };
const TYPE = { type: "object", required: ["id"], properties: { id: TEXT, name: TEXT } };
const types = { type: "array", items: { anyOf: [TYPE, TEXT] } };
const WITH_ID = { type: "string", pattern: "\\{\\{id\\}\\}" };
const SERVICE = {
  type: "object",
  properties: {
    service_url: TEXT,
    service_path: TEXT,
    flyout_service_url: TEXT,
    flyout_service_path: { type: "string", pattern: "\\$\\{id\\}" },
  },
};

const MANIFEST = {
  type: "object",
  required: ["versions", "name", "identifierSpace", "schemaSpace"],
  properties: {
    versions: { ...texts, contains: { const: "0.2" } },
    name: TEXT,
    identifierSpace: { ...TEXT, format: "uri" },
    schemaSpace: { ...TEXT, format: "uri" },
    documentation: { ...TEXT, format: "uri" },
    serviceVersion: TEXT,
    view: { type: "object", required: ["url"], properties: { url: WITH_ID } },
    defaultTypes: { type: "array", uniqueItems: true, items: { ...TYPE, required: ["id", "name"] } },
    suggest: { type: "object", properties: { entity: SERVICE, property: SERVICE, type: SERVICE } },
    preview: {
      type: "object",
      required: ["url", "width", "height"],
      properties: { url: WITH_ID, width: { type: "integer" }, height: { type: "integer" } },
    },
    extend: {
      type: "object",
      properties: { propose_properties: SERVICE, property_settings: { type: "array" } },
    },
    batchSize: { type: "integer", minimum: 1 },
  },
};

const CANDIDATES = {
  type: "object",
  additionalProperties: {
    type: "object",
    required: ["result"],
    properties: {
      result: {
        type: "array",
        items: {
          type: "object",
          required: ["id", "name", "score"],
          properties: {
            id: TEXT,
            name: TEXT,
            description: TEXT,
            score: { type: "number" },
            match: { type: "boolean" },
            type: types,
            features: {
              type: "array",
              items: { type: "object", properties: { id: TEXT, value: { type: ["boolean", "number"] } } },
            },
          },
        },
      },
    },
  },
};

const only = (name: string, value: object): object => ({
  type: "object",
  required: [name],
  additionalProperties: false,
  properties: { [name]: value },
});

const EXTENSION = {
  type: "object",
  required: ["rows", "meta"],
  properties: {
    meta: { type: "array", items: { ...TYPE, required: ["id", "name"] } },
    rows: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: {
          type: "array",
          items: { oneOf: [only("str", TEXT), only("int", { type: "integer" }), only("float", { type: "number" })] },
        },
      },
    },
  },
};

const SUGGESTIONS = {
  type: "object",
  required: ["result"],
  properties: {
    result: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "name"],
        properties: { id: TEXT, name: TEXT, description: TEXT, notable: types },
      },
    },
  },
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function checker(schema: object): (json: unknown) => void {
  const validate = ajv.compile(schema);
  return (json) => assert.ok(validate(json), `${JSON.stringify(validate.errors)} in ${JSON.stringify(json)}`);
}

export const checkManifest = checker(MANIFEST);
export const checkCandidates = checker(CANDIDATES);
export const checkExtension = checker(EXTENSION);
export const checkSuggestions = checker(SUGGESTIONS);
