import { readFileSync } from 'node:fs';
import { projectFile } from '#host/project-file.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** One method of one path, as far as requests are concerned. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Only for people who are signed in. */
  readonly needsSession: boolean;
  readonly body: { readonly mediaType: string; readonly schema: Schema } | undefined;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly Parameter[];
            readonly security?: readonly Readonly<Record<string, unknown>>[];
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as Document;

/** Every operation of the published description, in its order. */
export const describedOperations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], security = [], requestBody }]) => {
    const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const body = mediaType === undefined || content === undefined ? undefined : { mediaType, schema: content.schema };
    return {
      method: method.toUpperCase(),
      path,
      parameters,
      needsSession: security.length > 0 && security.every((scheme) => 'session' in scheme),
      body,
    };
  }),
);

/** What a reference stands for. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(document.components.schemas[name] ?? {});
}
