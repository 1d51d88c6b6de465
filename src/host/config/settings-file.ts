import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { ProblemList } from './problem-list.js';

/** The JSON object in a file; `members` says what it has. @throws ProblemList */
export function readSettingsFile(path: string, members: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ProblemList([`must be a file that can be read (${String((error as NodeJS.ErrnoException).code)})`]);
  }
  try {
    const document: unknown = JSON.parse(text);
    if (isJsonObject(document)) return document;
  } catch (error) {
    throw new ProblemList([`must hold JSON: ${(error as Error).message}`]);
  }
  throw new ProblemList([`must hold a JSON object with ${members}`]);
}
