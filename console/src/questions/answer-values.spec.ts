import { describe, expect, it } from '@jest/globals';
import { decisionField, firstValues, freeAnswer, readAnswer } from './answer-values.js';

const field = (name: string, type: 'string' | 'number' | 'boolean' | 'object' | 'file[]', more: object = {}) => ({
  name,
  type,
  description: null,
  required: false,
  value: null,
  ...more,
});

describe('the answer in a form', () => {
  it('has no decision before one is made, and knows "no" from that', () => {
    const fields = [field('sure', 'boolean', { required: true })];
    expect(firstValues(fields)).toEqual({ sure: undefined });
    expect(readAnswer(fields, firstValues(fields)).problems).toEqual(new Map([['sure', 'sure is required']]));
    const no = readAnswer(fields, { sure: false });
    expect(no.input).toEqual({ sure: false });
    expect(no.problems.size).toBe(0);
  });

  it('is refused for the reasons of the server', () => {
    const fields = [field('amount', 'number'), field('note', 'string', { required: true }), field('data', 'object')];
    expect(readAnswer(fields, { amount: 'many', note: ' ', data: '{' }).problems).toEqual(
      new Map([
        ['data', 'data must be JSON'],
        ['amount', 'amount must be a number'],
        ['note', 'note is required'],
      ]),
    );
  });

  it('holds files apart from what is sent as JSON', () => {
    const fields = [field('papers', 'file[]', { required: true }), field('note', 'string')];
    const paper = new File(['x'], 'paper.pdf');
    const { input, files, problems } = readAnswer(fields, { papers: [paper], note: 'two\nlines' });
    expect([input, [...files], problems.size]).toEqual([{ note: 'two\nlines' }, [['papers', [paper]]], 0]);
    expect(readAnswer(fields, { note: '' }).problems.get('papers')).toBe('papers is required');
  });

  it('is anything where a question has no form', () => {
    expect([freeAnswer(' '), freeAnswer('yes, do'), freeAnswer('{"a": 1}'), freeAnswer('[1]')]).toEqual([
      {},
      { value: 'yes, do' },
      { a: 1 },
      { value: [1] },
    ]);
  });
});

describe('the decision in a form', () => {
  it('is a field that says whether something is approved', () => {
    expect(decisionField([field('note', 'string'), field('approved', 'boolean')])?.name).toBe('approved');
    expect(decisionField([field('approved', 'string'), field('urgent', 'boolean')])).toBeUndefined();
  });
});
