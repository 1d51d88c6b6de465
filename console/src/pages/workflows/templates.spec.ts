import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import { templates, withoutPlaces } from './templates.js';

const folder = new URL('../../../../examples/', import.meta.url);
const documentOf = (id: string): object => JSON.parse(readFileSync(new URL(`${id}/workflow.json`, folder), 'utf8')) as object;

describe('the templates of new workflows', () => {
  it('are the examples', () => {
    const examples = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/workflow.json`, folder)));
    expect(templates.map(({ id }) => id).toSorted()).toEqual(examples.toSorted());
  });

  it.each(templates.map(({ id, name }) => [id, name]))(
    '%s has the name of its example, and leaves open what a script fills in',
    (id, name) => {
      const text = JSON.stringify(withoutPlaces(documentOf(id)));
      expect(text).not.toMatch(/[A-Z]_ID"/);
      const { document } = parseDocument(JSON.parse(text));
      expect(document?.metadata['name']).toBe(name);
    },
  );
});
