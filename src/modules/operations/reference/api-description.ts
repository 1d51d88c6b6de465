import { readFileSync } from 'node:fs';
import { projectFile } from '#host/project-file.js';

/** The part of a schema that is shown. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly allOf?: readonly FieldSchema[];
}

export type Contents = Readonly<Record<string, { readonly schema: FieldSchema; readonly example?: unknown }>>;

export interface ResponseEntry {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  readonly content?: Contents;
}

export interface OperationEntry {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: FieldSchema;
  }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, ResponseEntry>>;
  readonly security?: readonly object[];
}

/** An operation with its place among the paths. */
export interface PlacedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly operation: OperationEntry;
}

/** The parts of the OpenAPI document that are shown to people. */
export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string };
  readonly servers: readonly { readonly url: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationEntry>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseEntry>>;
    readonly schemas: Readonly<Record<string, FieldSchema>>;
  };
}

/** The document that was made from the sources of this version, for the server at `baseUrl`. */
export function readApiDescription(baseUrl: string): ApiDescription {
  const description = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as ApiDescription;
  return { ...description, servers: [{ url: baseUrl }] };
}
