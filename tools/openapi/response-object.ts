import type { JsonSchema } from './json-schema.js';

export interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Content>>;
}
