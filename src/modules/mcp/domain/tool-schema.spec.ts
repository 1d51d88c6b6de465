import { describe, expect, it } from '@jest/globals';
import { toolSchema, type ToolField } from './tool-schema.js';

const field = (name: string, more: Partial<ToolField> = {}): ToolField => ({
  name,
  type: 'string',
  description: null,
  fallback: undefined,
  choices: null,
  ...more,
});

describe('the schema of a tool', () => {
  it('requires the fields without a default', () => {
    const schema = toolSchema(
      [field('amount', { type: 'number' }), field('currency', { fallback: 'EUR' }), field('note', { fallback: null })],
      {},
    );
    expect(schema['required']).toEqual(['amount', 'note']);
    expect(schema['properties']).toMatchObject({ currency: { type: 'string', default: 'EUR' } });
  });

  it('gives a default in the type of its field, as a run receives it', () => {
    const { properties } = toolSchema(
      [field('amount', { type: 'number', fallback: '10' }), field('urgent', { type: 'boolean', fallback: 'true' })],
      {},
    );
    expect(properties).toMatchObject({ amount: { default: 10 }, urgent: { default: true } });
  });

  it('gives choices in the type of their field, each of them once', () => {
    const { properties } = toolSchema([field('size', { type: 'number', choices: ['1', 1, '2'] })], {});
    expect(properties).toMatchObject({ size: { type: 'number', enum: [1, 2] } });
  });

  it('takes the last one of two fields with one name', () => {
    const schema = toolSchema([field('a', { type: 'number' }), field('b'), field('a', { type: 'boolean' })], {});
    expect(schema).toMatchObject({ properties: { a: { type: 'boolean' } }, required: ['a', 'b'] });
  });

  it('describes a field by the words of the tool, else by those of the workflow, else by its name', () => {
    const fields = [field('a', { description: 'of the workflow' }), field('b', { description: 'of the workflow' }), field('c')];
    const { properties } = toolSchema(fields, { a: 'of the tool' }) as { properties: Record<string, { description: string }> };
    expect(Object.values(properties).map(({ description }) => description)).toEqual(['of the tool', 'of the workflow', 'c']);
  });

  it('takes lists of files, choices and values of an unknown type', () => {
    const schema = toolSchema(
      [field('files', { type: 'file[]' }), field('size', { type: 'number', choices: [1, 2] }), field('x', { type: 'odd' })],
      {},
    );
    expect(schema['properties']).toEqual({
      files: { type: 'array', description: 'files', items: expect.objectContaining({ required: ['name', 'data'] }) },
      size: { type: 'number', description: 'size', enum: [1, 2] },
      x: { description: 'x' },
    });
  });
});
