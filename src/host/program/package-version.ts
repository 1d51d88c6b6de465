import { readFileSync } from 'node:fs';
import { projectFile } from '../project-file.js';

/** The version of this release. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version;
}
