import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { ContentUpkeep } from '#modules/runs/store/texts/content-upkeep.js';
import { TextUpkeep } from '#modules/runs/store/texts/text-upkeep.js';
import { openStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

class ShiftedClock extends Clock {
  shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.shiftMs);
  }
}

let fake: FakeModels;
let clock: ShiftedClock;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  clock = new ShiftedClock();
  server = await startTestApp({ env: fake.env, clock });
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);
const policy = (modelPolicy: JsonObject | null) =>
  owner().patch(`/api/v1/workspaces/${server.first.workspaceId}`).send({ modelPolicy }).expect(200);

/** A tool whose argument is what the user states. */
function tool(name: string, code: string, more: JsonObject = {}): JsonObject {
  const parameters = {
    type: 'object',
    properties: { subject: { type: 'string' }, password: { type: 'string' } },
    required: ['subject', 'password'],
  };
  const schema = { type: 'function', function: { name, description: 'Looks something up', parameters } };
  return { type: 'custom-tool', title: name, toolId: `custom-${name}`, schema, code, usageControl: 'auto', ...more };
}

/** An agent that is asked about the input of the run, behind a block that copies the input. */
function anAgent(model: string, tools: readonly JsonObject[] = []): Promise<string> {
  const agent = blockWith('agent', 'agent', {
    model,
    messages: [
      { role: 'system', content: 'Answer about <copy.result.said>' },
      { role: 'user', content: '<start.said>' },
    ],
    tools,
  });
  const answer = functionBlock('answer', 'return <agent.content>');
  return deployState(server, inARow(functionBlock('copy', 'return { said: <start.said> }'), agent, answer));
}

const said = (marker: string): string => `subject: ${marker}, password: ${marker}`;

/** The tables in which a text is, and whether it was logged or counted. */
async function placesOf(text: string): Promise<readonly string[]> {
  const { pool } = server.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text]);
    if (rowCount !== 0) found.push(name);
  }
  if (JSON.stringify(server.logLines).includes(text)) found.push('the log');
  const metrics = await fetch(`${server.url}/metrics`);
  if ((await metrics.text()).includes(text)) found.push('/metrics');
  return found;
}

/** What is left once the chores have run. */
async function placesLater(text: string): Promise<readonly string[]> {
  clock.shiftMs += 11 * 60_000;
  await server.app.get(ContentUpkeep).tidy();
  await server.app.get(TextUpkeep).tidy();
  return placesOf(text);
}

const wasAsked = (marker: string): boolean => fake.log.requests.some(({ body }) => JSON.stringify(body).includes(marker));

/** The input or the output of a run as a log shows it, wherever it is. */
const note = { notKept: { bytes: expect.any(Number), digest: expect.any(String) } };

describe('a workspace that keeps no contents', () => {
  beforeEach(() => policy({ contents: 'none' }));
  afterEach(() => policy(null));

  it('has the answer for the caller of a run and nothing of it in tables, log and metrics', async () => {
    const marker = 'quokka7301';
    const workflowId = await anAgent('fake/echo');
    const { body } = await owner()
      .post(`/api/workflows/${workflowId}/execute`)
      .send({ said: said(marker) })
      .expect(200);
    expect(body.output).toMatchObject({ result: said(marker) });
    expect(wasAsked(marker)).toBe(true);
    expect(await placesOf(marker)).toEqual(['public.run_content']);
    expect(await placesLater(marker)).toEqual([]);
  });

  it('has nothing of a run with tools, failures and an approval either, and shows the approver what is asked (AC-146)', async () => {
    const marker = 'quokka7302';
    const failing = tool('broken', 'throw new Error(`no ${subject}`)');
    const asking = tool('careful', 'return `found ${subject}`', { approval: 'always' });
    const workflowId = await anAgent('fake/tool-then-text', [failing, asking]);
    const executionId = await pausedRun(server, workflowId, { said: said(marker) });
    expect(await placesOf(marker)).toEqual(['public.run_content']);
    const { body: open } = await owner().get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}`).expect(200);
    const [question] = open.data as { contextId: string; form: object[] }[];
    expect(JSON.stringify(question?.form)).toContain(marker);

    clock.shiftMs += 60 * 60_000;
    await server.app.get(ContentUpkeep).tidy();
    const { body } = await owner()
      .post(resumePath(workflowId, executionId, question?.contextId))
      .send({ input: { approved: true, reason: marker } })
      .expect(200);
    expect(body.success).toBe(true);
    expect(JSON.stringify(fake.log.requests.at(-1)?.body)).toContain(`found ${marker}`);
    expect(await placesLater(marker)).toEqual([]);
  });

  it('has nothing of a run that failed with a message about its data', async () => {
    const marker = 'quokka7303';
    const failing = functionBlock('fails', 'throw new Error(<agent.content>)');
    const agent = blockWith('agent', 'agent', { model: 'fake/echo', messages: [{ role: 'user', content: '<start.said>' }] });
    const workflowId = await deployState(server, inARow(agent, failing));
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ said: marker });
    expect(JSON.stringify(body)).toContain(marker);
    expect(await placesLater(marker)).toEqual([]);
    const { body: logs } = await owner()
      .get(`/api/v1/logs?workspaceId=${server.first.workspaceId}&workflowIds=${workflowId}&details=full`)
      .expect(200);
    expect(JSON.stringify(logs)).toMatch(/Not kept \(contents: none\): \d+ bytes/);
  });

  it('sends a streamed run while it is written, and nothing of it later', async () => {
    const marker = 'quokka7304';
    const workflowId = await anAgent('fake/echo');
    const stream = await openStream(server, {
      method: 'POST',
      path: `/api/workflows/${workflowId}/execute`,
      body: { said: marker, stream: true, selectedOutputs: ['agent.content'] },
    });
    await stream.ended;
    expect(JSON.stringify(stream.frames)).toContain(marker);
    expect(await placesLater(marker)).toEqual([]);
  });

  it('has what an agent remembers in its conversation only, also when it is summed up', async () => {
    const marker = 'quokka7311';
    const agent = blockWith('agent', 'agent', {
      model: 'fake/echo',
      messages: [{ role: 'user', content: '<start.said>' }],
      memoryType: 'sliding_window',
      slidingWindowSize: 2,
      memorySummary: true,
      conversationId: 'kept',
    });
    const workflowId = await deployState(server, inARow(agent));
    for (const text of [marker, 'Second', 'Third'])
      await owner().post(`/api/workflows/${workflowId}/execute`).send({ said: text }).expect(200);
    expect(fake.log.requests.filter(({ body }) => /Sum up.*quokka7311/s.test(JSON.stringify(body)))).toHaveLength(1);
    expect(await placesLater(marker)).toEqual(['public.memory_turn']);
  });

  it('has the result of an asynchronous run for its caller, and nothing of it later', async () => {
    const marker = 'quokka7305';
    const workflowId = await anAgent('fake/echo');
    const { body } = await owner()
      .post(`/api/workflows/${workflowId}/execute`)
      .set('X-Execution-Mode', 'async')
      .send({ said: marker })
      .expect(202);
    const job = await finishedJob(server, body.jobId as string);
    expect(job.output).toMatchObject({ result: marker });
    expect(await placesOf(marker)).toEqual(['public.run_content']);
    expect(await placesLater(marker)).toEqual([]);
    expect((await finishedJob(server, body.jobId as string)).output).toEqual(note);
  });

  it('logs what was called, how large it was and what it cost, and compares by digests', async () => {
    const workflowId = await anAgent('fake/tool', [tool('look', 'return `found ${subject}`')]);
    const run = async (marker: string): Promise<string> => {
      const { body } = await owner()
        .post(`/api/workflows/${workflowId}/execute`)
        .send({ said: said(marker) })
        .expect(200);
      return body.executionId as string;
    };
    const [one, same, other] = [await run('quokka7306'), await run('quokka7306'), await run('wombat7306')];
    const log = await eventually(async () => {
      const answer = await owner().get(`/api/v1/logs/executions/${one}`).expect(200);
      expect(answer.body.executionMetadata.endedAt).not.toBeNull();
      return answer.text;
    });
    expect(log).not.toContain('quokka7306');
    const { body: effects } = await owner().get(`/api/v1/logs/executions/${one}/effects`).expect(200);
    expect((effects.data as { kind: string; outcome: string }[]).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['model', 'answered'],
      ['tool', 'answered'],
      ['model', 'answered'],
    ]);
    const compared = async (id: string) => (await owner().get(`/api/v1/logs/executions/${one}/compare?with=${id}`).expect(200)).body.data;
    const equal = await compared(same);
    expect(equal).toMatchObject({
      run: { answer: note, tools: [{ name: 'custom_look', input: note }] },
      same: { answer: true, tools: true },
    });
    expect(await compared(other)).toMatchObject({ same: { answer: false, tools: false } });
  });

  it('refuses to replay a run and says why', async () => {
    const workflowId = await anAgent('fake/echo');
    const { body: run } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ said: 'hello' }).expect(200);
    for (const mode of ['recorded', 'live']) {
      const { body } = await owner().post(`/api/workflows/${workflowId}/executions/${run.executionId}/replay`).send({ mode }).expect(409);
      expect(body.code).toBe('CONTENTS_NOT_KEPT');
      expect(body.error).toContain('keeps no prompts and answers (contents: none)');
    }
  });

  it('keeps the contents of workflows that ask no model', async () => {
    const workflowId = await deployState(server, inARow(functionBlock('copy', 'return <start.said>')));
    await owner().post(`/api/workflows/${workflowId}/execute`).send({ said: 'quokka7308' }).expect(200);
    expect(await placesLater('quokka7308')).toContain('public.run_event');
  });
});

describe('a workspace that keeps masked contents', () => {
  beforeEach(() => policy({ contents: 'masked' }));
  afterEach(() => policy(null));

  it('stores the input of a queued run without the values of such fields, and hands them to the run', async () => {
    const marker = 'numbat7310';
    const workflowId = await deployState(
      server,
      inARow(
        blockWith('agent', 'agent', { model: 'fake/echo', messages: [{ role: 'user', content: 'Hello' }] }),
        functionBlock('answer', 'return <start.password>.length'),
      ),
    );
    const { body } = await owner()
      .post(`/api/workflows/${workflowId}/execute`)
      .send({ input: { password: marker }, async: true })
      .expect(202);
    expect((await finishedJob(server, body.jobId as string)).output).toMatchObject({ result: marker.length });
    expect(await placesOf(marker)).toEqual([]);
  });

  it('stores results of tools without the values of fields that are named like credentials, and hands them to the run', async () => {
    const marker = 'numbat7309';
    const agent = blockWith('agent', 'agent', {
      model: 'fake/tool',
      messages: [{ role: 'user', content: 'subject: cats' }],
      tools: [tool('look', `return { password: 'numbat' + 7309, found: subject }`)],
    });
    const workflowId = await deployState(
      server,
      inARow(agent, functionBlock('answer', 'return <agent.toolCalls.list[0].result.result.password>')),
    );
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
    expect(body.output).toMatchObject({ result: marker });
    const { rows } = await server.database.pool.query<{ data: string }>(
      `select data::text as data from run_event where type = 'execution.tool-answered' and stream_id = $1`,
      [body.executionId],
    );
    const [told] = rows.map(({ data }) => data);
    expect(told).toContain('[REDACTED]');
    expect(told).toContain('cats');
    expect((JSON.parse(told ?? '') as { result: object }).result).not.toMatchObject({ value: { result: { password: marker } } });
  });
});
