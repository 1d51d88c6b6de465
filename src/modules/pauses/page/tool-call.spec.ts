import { describe, expect, it } from '@jest/globals';
import { aPage, aPoint, aToolCall } from '../../../../test/support/pauses/pause-pages.js';
import { renderPausePage } from './render-pause-page.js';
import { toolCallIn } from './tool-call.js';

const pageWith = (point = aToolCall()): string =>
  renderPausePage(aPage({ points: [point] }))
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/\s*\n\s*/g, ' ');

describe('a question about a call of a tool', () => {
  it('is asked with the arguments, and answered with one of two buttons', () => {
    const text = pageWith();
    expect(text).toContain('<h2 dir="auto">Call refund?</h2>');
    expect(text).toContain('asks to call the tool <strong dir="auto">refund</strong>');
    expect(text).toContain('<dt dir="auto">order</dt><dd>1815</dd>');
    expect(text.match(/<button.*?<\/button>/g)).toEqual([
      '<button type="submit" disabled hidden></button>',
      '<button type="submit" name="field.approved" value="true">Approve the call</button>',
      '<button type="submit" class="second" name="field.approved" value="false">Refuse it</button>',
    ]);
    expect(text).toContain('<details><summary>');
  });

  it.each([
    ['could not be used before', aToolCall({ data: { ...(aToolCall().data as object), problem: 'at /order must be integer' } })],
    [
      'cannot be read',
      aToolCall({ attempt: { values: new Map(), problems: [{ field: 'arguments', message: 'arguments must be JSON' }] } }),
    ],
    ['were changed', aToolCall({ attempt: { values: new Map([['arguments', '{"order":\r\n 2}']]), problems: [] } })],
  ])('shows the field of arguments that %s', (_, point) => {
    expect(pageWith(point)).toContain('<details open>');
  });

  it('has no form once it was answered', () => {
    const text = pageWith(aToolCall({ status: 'answered' }));
    expect(text).toContain('asked to call the tool');
    expect(text).not.toMatch(/<form|<details/);
  });

  it.each([
    ['of an author', aPoint()],
    ['without arguments', aToolCall({ data: { tool: 'refund', agent: 'Support' } })],
    ['with another form', aToolCall({ fields: aPoint().fields })],
  ])('is not one %s', (_, point) => {
    expect(toolCallIn(point)).toBeUndefined();
  });
});
