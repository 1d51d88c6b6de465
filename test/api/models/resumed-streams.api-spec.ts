import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { openStream, type OpenStream, type ReadFrame } from '../../support/event-stream.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let agent: string;
const protocol = { 'X-Sim-Stream-Protocol': 'agent-events-v1' };

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
  const called = await deployState(server, inARow(functionBlock('answer', 'return "found it"')));
  const tool = { type: 'workflow', title: 'Lookup', usageControl: 'auto', params: { workflowId: called }, approval: 'always' };
  const fields = { model: 'fake/tool', messages: JSON.stringify([{ role: 'user', content: 'Look it up' }]), tools: [tool] };
  agent = await deployState(server, inARow(blockWith('agent', 'agent', fields)));
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const read = async (opening: Promise<OpenStream>): Promise<OpenStream> => {
  const stream = await opening;
  await stream.ended;
  return stream;
};

/** A streamed run whose agent waits for the approval of its call. */
async function waiting(): Promise<{ readonly path: string; readonly started: OpenStream }> {
  const body = { stream: true, selectedOutputs: ['agent.content'], includeToolCalls: true };
  const started = await read(openStream(server, { method: 'POST', path: `/api/workflows/${agent}/execute`, headers: protocol, body }));
  const executionId = String(started.headers['x-execution-id']);
  const owner = server.as(server.first.apiKey);
  const { body: open } = await owner.get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}`).expect(200);
  const [question] = (open.data as { executionId: string; apiUrl: string }[]).filter((each) => each.executionId === executionId);
  return { path: new URL(question?.apiUrl ?? '').pathname, started };
}

const approve = (path: string, headers: Record<string, string> = {}): Promise<OpenStream> =>
  read(openStream(server, { method: 'POST', path, headers, body: { input: { approved: true } } }));

const toolEnd = expect.objectContaining({ event: 'tool', phase: 'end', status: 'success' });
const dataOf = ({ frames }: Pick<OpenStream, 'frames'>) => frames.map(({ data }) => data);

/** The text of chunks, whatever their number, and the other frames. */
function shown(frames: readonly ReadFrame[]) {
  const all = dataOf({ frames }) as (JsonObject | string)[];
  const chunks = all.map((data) => (typeof data === 'object' ? (data['chunk'] as string | undefined) : undefined));
  return { text: chunks.join(''), others: all.filter((_, index) => chunks[index] === undefined) };
}

describe('the stream of a resumed run', () => {
  it('has the frames of the protocol that its caller asks for', async () => {
    const { path } = await waiting();
    const stream = await approve(`${path}?includeToolCalls=true`, protocol);
    expect(stream.headers['x-sim-stream-protocol']).toBe('agent-events-v1');
    expect(dataOf(stream)).toEqual(expect.arrayContaining([toolEnd, { blockId: 'agent', chunk: expect.any(String) }, '[DONE]']));
  });

  it('has no frames of the protocol without the header', async () => {
    const { path } = await waiting();
    const stream = await approve(path);
    expect(stream.headers).not.toHaveProperty('x-sim-stream-protocol');
    expect(dataOf(stream)).toEqual([
      { blockId: 'agent', chunk: expect.stringContaining('found it') },
      { event: 'final', data: { success: true, output: {} } },
      '[DONE]',
    ]);
  });

  it.each([
    ['a flag without the header', '?includeThinking=true', {}],
    ['another protocol', '', { 'X-Sim-Stream-Protocol': 'agent-events-v9' }],
    ['an id that is no id of a frame', '', { 'Last-Event-ID': 'yesterday' }],
  ])('is refused for %s before the answer is taken', async (_, query, headers) => {
    const { path } = await waiting();
    expect((await approve(`${path}${query}`, headers)).status).toBe(400);
    expect(dataOf(await approve(path)).at(-1)).toBe('[DONE]');
  });

  it('continues after the frame that its caller has, and is read on from each of its frames', async () => {
    const { path, started } = await waiting();
    // This caller has nothing but the start of the run.
    const stream = await approve(`${path}?includeToolCalls=true`, { ...protocol, 'Last-Event-ID': '1-0' });
    expect(dataOf(stream).slice(0, 2)).toEqual([expect.objectContaining({ event: 'tool', phase: 'start' }), toolEnd]);
    expect(dataOf(stream)[0]).toEqual(dataOf(started)[0]);
    const executionId = String(started.headers['x-execution-id']);
    const query = '?includeToolCalls=true&selectedOutputs=agent.content';
    for (const [index, { id }] of stream.frames.slice(0, -1).entries()) {
      const headers = { ...protocol, 'Last-Event-ID': id };
      const rest = await read(openStream(server, { path: `/api/workflows/${agent}/executions/${executionId}/stream${query}`, headers }));
      expect(shown(rest.frames)).toEqual(shown(stream.frames.slice(index + 1)));
    }
  });
});
