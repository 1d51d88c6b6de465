import type { JsonObject } from '#kernel/json.js';

/** Dollars for a million tokens. They are high, so that a limit of one cent lies between the first two calls of the examples. */
const prices = { input: 20, output: 10 };

/** Models whose price is known. The provider takes every other name as well; then the price is unknown. */
export const usualModels = [
  'echo',
  'deltas:20:50',
  'tool',
  'tool-then-text',
  'tool-then-text:50',
  'schema-ok',
  'schema-wrong:1',
  'reasoning',
];

const dialects = [
  { id: 'fake', kind: 'openai-compatible', path: '/v1', prefix: '' },
  { id: 'fake-openai', kind: 'openai', path: '/v1', prefix: 'gpt-fake-' },
  { id: 'fake-anthropic', kind: 'anthropic', path: '/v1', prefix: 'claude-fake-' },
  { id: 'fake-google', kind: 'google', path: '/v1beta', prefix: 'gemini-fake-' },
];

/** What `SLUICE_MODELS_FILE` names for this provider: it appears four times, once for each dialect. */
export function modelsFile(url: string, names: readonly string[] = usualModels): JsonObject {
  return {
    default: 'fake/echo',
    providers: dialects.map(({ id, kind, path, prefix }) => ({
      id,
      kind,
      baseUrl: `${url}${path}`,
      allowPrivate: true,
      anyModel: true,
      models: names.map((name) => ({ id: `${prefix}${name}`, capabilities: ['tools', 'json'], prices })),
    })),
  };
}

/** The same as text: one line for each model. */
export function modelsFileText(url: string): string {
  const text = JSON.stringify(modelsFile(url), null, 2);
  const oneLine = (block: string): string =>
    block
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/([[{]) /g, (_all, open: string) => (open === '[' ? '[' : '{ '))
      .replaceAll(' ]', ']');
  return text.replaceAll(/\{\n {10}"id"[^]*?\n {8}\}/g, oneLine);
}
