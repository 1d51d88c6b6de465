import { describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { createLogger } from '#host/logging/logger.js';
import { SystemCaller } from '#kernel/caller.js';
import { InfrastructureFault, notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { FindNamedFile, type ReadFile } from '#modules/files/index.js';
import type { RunStore } from '#modules/runs/index.js';
import type { ToolRun } from '../tool-questions.js';
import { FileContents } from './file-contents.js';

const [workspaceId, id, other, third] = ['a', 'b', 'c', 'd'].map((end) => `0197a5e0-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
  string,
];
const file = { id, name: 'a.png', url: 'https://sluice.example/f', size: 3, type: 'image/png', key: `files/${workspaceId}/a.png` };
const link = { type: 'resource_link', uri: file.url, name: 'a.png', mimeType: 'image/png', size: 3 };
const image = { type: 'image', data: 'YWJj', mimeType: 'image/png' };

const account = { userId: 'u', organizationId: null, plan: null };
const reach = { permission: 'read', organizationId: null, allowsPersonalKeys: true } as const;
const member = new SystemCaller({
  userId: 'u',
  isOperator: false,
  account,
  organizations: new Map(),
  workspaces: new Map([[workspaceId, reach]]),
});

type Read = (query: FindNamedFile | ReadFile) => Promise<unknown>;

const content: Read = async (query) => (query instanceof FindNamedFile ? { id: query.reference } : { bytes: Buffer.from('abc') });

/** Only what the caller may read. */
const readable: Read = async (query) => {
  if (query instanceof FindNamedFile && !query.namer.mayRead) throw notFound('File');
  return content(query);
};

function contentsOf(output: Json, read = content, { caller = member, history = [] as readonly unknown[] } = {}) {
  const queries = { execute: read } as unknown as QueryBus;
  const runs = { history: async () => history } as unknown as RunStore;
  const run = { workspaceId, executionId: other, state: { output } } as ToolRun;
  return new FileContents(queries, runs, createLogger({ logLevel: 'fatal' })).of(run, caller);
}

describe('the files in the output of a tool', () => {
  it('are found at any depth, once each, the nearest first', async () => {
    const output = { deep: { list: [{ ...file, id: other }] }, near: file, again: [file] };
    expect(await contentsOf(output)).toEqual([image, image]);
    expect(await contentsOf({ ...output, other: { ...file, id: third, key: 'files/elsewhere/a.png' } })).toHaveLength(2);
  });

  it('are looked for among the first values of an output of any size', async () => {
    const many = Array.from({ length: 500_000 }, () => 1);
    const begin = performance.now();
    expect(await contentsOf([file, many, Array.from({ length: 500_000 }, () => ({}))])).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it.each([new InfrastructureFault('The storage of files cannot be reached'), new Error('unexpected')])(
    'are links if they cannot be read: %s',
    async (error) => {
      expect(await contentsOf({ file }, () => Promise.reject(error))).toEqual([link]);
    },
  );

  it('are for strangers those that a File block has found: what other blocks return may be what the caller has sent', async () => {
    const caller = member.forStrangers();
    const completed = (node: string) => ({ type: 'execution.block-completed', payload: { node, output: { files: [file] } } });
    const intended = (node: string, more = {}) => ({ type: 'execution.effect-intended', payload: { node, kind: 'file', ...more } });
    const shown = (...history: readonly unknown[]) => contentsOf({ file }, readable, { caller, history });
    expect(await shown(intended('find'), completed('find'))).toEqual([image]);
    expect(await shown(completed('tell'))).toEqual([link]);
    expect(await shown(intended('agent', { call: { turn: 0, tool: 0 } }), completed('agent'))).toEqual([link]);
  });

  it('are named by ids alone', async () => {
    expect(await contentsOf({ file: { ...file, id: 'a.png' } })).toEqual([]);
  });
});
