import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '#kernel/json.js';
import { modelNames } from './scenarios/catalogue.js';
import type { Scenarios } from './scenarios/scenario.js';

/** The models in the form of the dialect whose key header came along. */
export function modelList(headers: IncomingHttpHeaders, scenarios: Scenarios): JsonObject {
  const names = modelNames(scenarios);
  if (headers['x-goog-api-key'] !== undefined) {
    return { models: names.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })) };
  }
  if (headers['anthropic-version'] !== undefined) {
    return { data: names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })), has_more: false };
  }
  return { object: 'list', data: names.map((id) => ({ id, object: 'model', created: 1, owned_by: 'fake' })) };
}
