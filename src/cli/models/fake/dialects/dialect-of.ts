import { anthropic } from './anthropic.js';
import { chat } from './chat.js';
import type { Dialect } from './dialect.js';
import { google } from './google.js';
import { responses } from './responses.js';

const paths: readonly (readonly [RegExp, Dialect])[] = [
  [/\/chat\/completions$/, chat],
  [/\/responses$/, responses],
  [/\/messages$/, anthropic],
  [/:(?:streamGenerateContent|generateContent)$/, google],
];

/** The dialect of a path, whatever is before it; undefined for another path. */
export function dialectOf(path: string): Dialect | undefined {
  return paths.find(([pattern]) => pattern.test(path))?.[1];
}
