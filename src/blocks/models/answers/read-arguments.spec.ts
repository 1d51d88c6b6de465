import { describe, expect, it } from '@jest/globals';
import type { AgentTool, ToolTarget } from '#engine/agents/agent-request.js';
import { readArguments } from './read-arguments.js';

const block: ToolTarget = { kind: 'block', type: 'table', params: { tableId: 't1' }, given: { operation: 'query_rows' } };

const tool = (runs: ToolTarget = block): AgentTool => ({
  name: 'find_rows',
  title: 'Find rows',
  description: '',
  parameters: { type: 'object', properties: { filter: { type: 'object' }, limit: { type: 'integer' } }, required: ['filter'] },
  digest: '',
  runs,
  approval: 'never',
  writes: false,
});

describe('the arguments of a tool call', () => {
  it('are the object that the model wrote', () => {
    expect(readArguments(tool(), '{"filter": {"name": "Ada"}, "limit": 5}')).toEqual({ value: { filter: { name: 'Ada' }, limit: 5 } });
  });

  it('leave out what the author fixed and what the tool does not have', () => {
    const written = '{"filter": {}, "tableId": "t2", "operation": "delete_row", "retries": 9, "__proto__": {"limit": 1}}';
    expect(readArguments(tool(), written)).toEqual({ value: { filter: {} } });
  });

  it('may have further fields where one field takes them all', () => {
    const workflow: ToolTarget = { kind: 'block', type: 'workflow', params: { workflowId: 'w' }, given: {}, argumentsInto: 'inputMapping' };
    expect(readArguments(tool(workflow), '{"filter": {}, "more": 1}')).toEqual({ value: { filter: {}, more: 1 } });
    const mcp: ToolTarget = { kind: 'mcp', server: 's', tool: 't', given: { owner: 'me' } };
    expect(readArguments(tool(mcp), '{"filter": {}, "more": 1, "owner": "you"}')).toEqual({ value: { filter: {}, more: 1 } });
  });

  it('of code are those that it declares, with null for those that are left out', () => {
    const code: ToolTarget = { kind: 'block', type: 'function', params: { code: '' }, given: {}, argumentsInto: 'arguments' };
    expect(readArguments(tool(code), '{"filter": {}, "JSON": 1}')).toEqual({ value: { filter: {}, limit: null } });
  });

  it('may be null where a strict provider has no other way to leave them out', () => {
    expect(readArguments(tool(), '{"filter": {}, "limit": null}')).toEqual({ value: { filter: {} } });
  });

  it.each([
    ['', "do not fit: must have required property 'filter'"],
    ['{"filter": {}, "limit": "5"}', 'do not fit: at /limit must be integer'],
    ['{"filter": {}', 'are not valid JSON'],
    ['[]', 'must be one JSON object'],
    ['null', 'must be one JSON object'],
    ['['.repeat(10_000), 'are not valid JSON'],
    [`{"filter": {"a": "${'x'.repeat(1_100_000)}"}}`, 'are longer than 1 MB'],
  ])('that are wrong give a sentence for the model', (text, problem) => {
    expect(readArguments(tool(), text)).toEqual({ problem: expect.stringContaining(`The arguments of find_rows ${problem}`) });
  });

  it('of a tool whose schema cannot be read are refused', () => {
    const broken = { ...tool(), parameters: { properties: { filter: { pattern: '(?=a)' } } } };
    expect(readArguments(broken, '{}')).toEqual({ problem: expect.stringContaining('the schema of the tool') });
  });
});
