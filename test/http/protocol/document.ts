import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Response } from "../client.js";

/** The part of an OpenAPI document that is looked at. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** Before the names of schemas where they are kept by themselves. */
const SCHEMA = "schema:";

/** Headers of the connection and of the transfer, which say nothing of a call. */
const TRANSFER = new Set(["connection", "content-length", "content-type", "date", "transfer-encoding"]);

/** Checks that a response is as a document says, and no more than it says. */
export class DocumentChecker {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: Document) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    addFormats.default(this.#ajv);
    for (const [name, schema] of Object.entries(document.components["schemas"]!)) {
      this.#ajv.addSchema(prepare(schema as object), SCHEMA + name);
    }
  }

  check(path: string, method: string, response: Response): void {
    this.#checkHeaders(this.#find(path, method, response.status).headers ?? {}, response.headers);
    this.checkBody(path, method, response);
  }

  /** Check the type and the content of a response alone. */
  checkBody(path: string, method: string, response: Response): void {
    const described = this.#find(path, method, response.status);
    const type = response.headers["content-type"]?.split(";", 1)[0];
    if (type === undefined) {
      assert.equal(response.body.length, 0);
      return;
    }
    assert.ok(
      described.content && type in described.content,
      `${type} is not documented for ${response.status} of ${method} ${path}`,
    );
    if (type === "application/json") this.#checkJson(described.content[type]!.schema, response.text);
    else if (type === "application/javascript") assert.match(response.text, /^\/\*\*\/[\w.$]+\(.*\);$/s);
    else if (type !== "application/x-ndjson") assert.ok(response.body.length > 0);
  }

  #find(path: string, method: string, status: number): DocumentedResponse {
    const { responses } = this.#document.paths[path]![method]!;
    return this.#resolve<DocumentedResponse>(responses[status] ?? responses["default"]!);
  }

  #checkHeaders(described: NonNullable<DocumentedResponse["headers"]>, sent: Response["headers"]): void {
    const known = new Map(Object.entries(described).map(([name, header]) => [name.toLowerCase(), header]));
    for (const [name, header] of known) {
      if (this.#resolve<{ required?: boolean }>(header).required) assert.ok(name in sent, `${name} is missing`);
    }
    for (const name of Object.keys(sent)) {
      assert.ok(known.has(name) || TRANSFER.has(name), `the header ${name} is not documented`);
    }
  }

  #checkJson(schema: object, text: string): void {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(prepare(schema));
    this.#validators.set(schema, validate);
    assert.ok(validate(JSON.parse(text)), `${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 2000)}`);
  }

  #resolve<T extends object>(value: T): T {
    if (!("$ref" in value)) return value;
    const [, , kind, name] = String(value.$ref).split("/");
    return this.#document.components[kind!]![name!] as T;
  }
}

/** A schema as the validator takes it, closed. */
function prepare(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', `"$ref":"${SCHEMA}`);
  return closeObjects(JSON.parse(text)) as object;
}

/** Let objects have no other properties than those that their schema names or gives a schema for. */
function closeObjects(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const object = value as Record<string, unknown>;
  for (const each of Object.values(object)) closeObjects(each);
  if (object["type"] === "object" && "properties" in object) object["additionalProperties"] ??= false;
  return object;
}
