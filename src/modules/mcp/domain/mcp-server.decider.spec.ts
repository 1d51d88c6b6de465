import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/decider.js';
import type { DomainError } from '#kernel/errors.js';
import { mcpServer, mostToolsOfServer, type McpServerCommand, type NewTool } from './mcp-server.decider.js';
import type { McpServerEvent } from './mcp-server.events.js';

const at = '2026-11-23T12:00:00.000Z';
const settings = { name: 'Finance', description: null, isPublic: false };

const tool = (id: string, more: Partial<NewTool> = {}): McpServerCommand => ({
  type: 'add-tool',
  tool: { toolId: id, workflowId: `w-${id}`, name: id, description: null, parameterDescriptions: {}, isNameChosen: true, ...more },
  at,
});
const create: McpServerCommand = { type: 'create', workspaceId: 'ws', createdBy: 'u', settings, at };

function after(...commands: readonly McpServerCommand[]): readonly McpServerEvent[] {
  return commands.reduce<readonly McpServerEvent[]>(
    (events, command) => [...events, ...mcpServer.decide(command, fold(mcpServer, events))],
    [],
  );
}

function refusal(...commands: readonly McpServerCommand[]): string | undefined {
  try {
    after(...commands);
    return undefined;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('an MCP server', () => {
  it('records only what changes', () => {
    const same = after(
      create,
      tool('fee'),
      { type: 'change', changes: settings, at },
      { type: 'change-tool', toolId: 'fee', changes: { name: 'fee' }, at },
    );
    expect(same).toHaveLength(2);
    const events = after(create, { type: 'change', changes: { ...settings, isPublic: true }, at });
    expect(events.at(-1)?.payload).toEqual({ isPublic: true, at });
  });

  it('has one tool for each workflow, and one for each name', () => {
    expect(refusal(create, tool('fee'), tool('other', { workflowId: 'w-fee' }))).toBe('CONFLICT');
    expect(refusal(create, tool('fee'), tool('other', { name: 'fee' }))).toBe('DUPLICATE_NAME');
    expect(refusal(create, tool('fee'), tool('tax'), { type: 'change-tool', toolId: 'tax', changes: { name: 'fee' }, at })).toBe(
      'DUPLICATE_NAME',
    );
  });

  it('makes a name unique that was not chosen', () => {
    const [, , added] = after(create, tool('fee'), tool('other', { name: 'fee', isNameChosen: false }));
    expect(added?.payload).toMatchObject({ toolId: 'other', name: 'fee_2' });
  });

  it('gives the names of tools of deleted workflows to others', () => {
    const [, , , removed, added] = after(
      create,
      tool('fee'),
      tool('tax'),
      { type: 'remove-workflows', workflowIds: ['w-fee', 'w-unknown'], at },
      tool('other', { name: 'fee' }),
    );
    expect(removed?.payload).toEqual({ toolId: 'fee', at });
    expect(added?.payload).toMatchObject({ toolId: 'other', name: 'fee' });
  });

  it('gives the name of a removed tool to another one', () => {
    expect(
      refusal(create, tool('a', { name: 'fee' }), { type: 'remove-tool', toolId: 'a', at }, tool('b', { name: 'fee' })),
    ).toBeUndefined();
  });

  it(`has at most ${mostToolsOfServer} tools`, () => {
    const tools = Array.from({ length: mostToolsOfServer }, (_, index) => tool(`t${index}`));
    expect(refusal(create, ...tools)).toBeUndefined();
    expect(refusal(create, ...tools, tool('more'))).toBe('VALIDATION_FAILED');
  });

  it('refuses everything once it is deleted', () => {
    for (const command of [tool('fee'), { type: 'change', changes: { name: 'x' }, at }, { type: 'delete', at }] as const)
      expect(refusal(create, { type: 'delete', at }, command)).toBe('NOT_FOUND');
  });

  it('has no tool of an unknown id', () => {
    expect(refusal(create, { type: 'remove-tool', toolId: 'fee', at })).toBe('NOT_FOUND');
    expect(refusal(create, { type: 'change-tool', toolId: 'fee', changes: {}, at })).toBe('NOT_FOUND');
  });
});
