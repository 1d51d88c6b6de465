import { exampleOf } from './example-of.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operation.js';
import type { Content, ResponseObject } from './response-object.js';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Contents = Readonly<Record<string, Content>>;

/** Recorded responses by `operation status`. */
export type RecordedExamples = Readonly<Record<string, unknown>>;

/**
 * Adds an example to the request body and to each successful response body: the recorded response, or else one that is made from the
 * schema. The schema of errors has examples already.
 */
export function withExamples({ requestBody, responses, ...operation }: Operation, schemas: Schemas, recorded: RecordedExamples): Operation {
  const sent = requestBody && { ...requestBody, content: shown(requestBody.content, (schema) => exampleOf(schema, schemas, 'least')) };
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      [
        status,
        answer(status, response, (schema) => recorded[`${operation.operationId} ${status}`] ?? exampleOf(schema, schemas, 'whole')),
      ] as const,
  );
  return { ...operation, ...(sent === undefined ? {} : { requestBody: sent }), responses: Object.fromEntries(answers) };
}

function answer(status: string, response: ResponseObject, example: (schema: JsonSchema) => unknown): ResponseObject {
  if (response.content === undefined || Number(status) >= 400) return response;
  return { ...response, content: shown(response.content, example) };
}

function shown(content: Contents, example: (schema: JsonSchema) => unknown): Contents {
  const entries = Object.entries(content).map(([media, { schema }]) => {
    return [media, media === 'application/json' ? { schema, example: example(schema) } : { schema }] as const;
  });
  return Object.fromEntries(entries);
}
