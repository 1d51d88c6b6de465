import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import { Stripe } from 'stripe';
import type { JsonObject } from '#kernel/json.js';
import { providerTriggerNames } from '#modules/triggers/webhooks/providers/provider-triggers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedHook, importedHook, runResult, type Hook } from '../../support/triggers/hooks.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const json = { 'Content-Type': 'application/json' };
const post = ({ url }: Hook, headers: Readonly<Record<string, string>>, body: string) =>
  server
    .as()
    .post(url)
    .set({ ...json, ...headers })
    .send(body);
const deliveries = async ({ triggerId }: Hook) => {
  const { rows } = await server.database.pool.query<{ outcome: string; reason: string | null }>(
    'select outcome, reason from delivery where trigger_id = $1 order by id',
    [triggerId],
  );
  return rows;
};

const inTriggerMode = (type: string, fields: JsonObject) => fieldBlock('hook', type, fields, { triggerMode: true });
const github = (trigger: string, fields: JsonObject = {}) =>
  deployedHook(server, triggered(inTriggerMode('github', { selectedTriggerId: trigger, webhookSecret: 'hush', ...fields })));
const fromGithub = async (hook: Hook, event: string, payload: JsonObject) => {
  const body = JSON.stringify(payload);
  return post(hook, { 'X-GitHub-Event': event, 'X-Hub-Signature-256': await sign('hush', body) }, body).expect(200);
};

describe('an imported document', () => {
  it('with github_push fires for a push, with the branch and the name of the event', async () => {
    const hook = await importedHook(server, workflowFixture('triggers/github-push'), { GITHUB_SECRET: 'hush' });
    const push = await fromGithub(hook, 'push', { ref: 'refs/heads/feature/a', after: 'abc', commits: [] });
    expect(push.body).toEqual({ message: 'Webhook processed' });
    expect(await runResult(server, push.headers['x-execution-id'])).toEqual({
      branch: 'feature/a',
      event: 'push',
      head: 'abc',
      action: '',
    });
    expect((await fromGithub(hook, 'ping', { zen: 'Design for failure.' })).headers['x-delivery-id']).toBeUndefined();
  });

  it('with github_push answers 200 to other events, starts nothing, and says why', async () => {
    const hook = await importedHook(server, workflowFixture('triggers/github-push'), { GITHUB_SECRET: 'hush' });
    const issue = await fromGithub(hook, 'issues', { action: 'opened', issue: { number: 1 } });
    expect(issue.body).toEqual({ filtered: true, deliveryId: issue.headers['x-delivery-id'] });
    expect(issue.headers['x-execution-id']).toBeUndefined();
    expect(await deliveries(hook)).toEqual([{ outcome: 'filtered', reason: 'other-event' }]);
  });

  it('with stripe_webhook fires for the events that it lists, as the library of Stripe signs them', async () => {
    const secret = 'whsec_of_the_endpoint';
    const hook = await importedHook(server, workflowFixture('triggers/stripe-webhook'), { STRIPE_SECRET: secret });
    const send = (event: JsonObject) => {
      const payload = JSON.stringify({ object: 'event', ...event });
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      return post(hook, { 'Stripe-Signature': header }, payload).expect(200);
    };
    const paid = { id: 'evt_1', type: 'invoice.paid', data: { object: { amount_paid: 250 } } };
    const first = await send(paid);
    expect(await runResult(server, first.headers['x-execution-id'])).toEqual({ id: 'evt_1', type: 'invoice.paid', amount: 250 });
    expect((await send(paid)).body).toEqual({
      duplicate: true,
      deliveryId: first.headers['x-delivery-id'],
      executionId: first.headers['x-execution-id'],
    });
    expect((await send({ id: 'evt_2', type: 'charge.refunded' })).body).toMatchObject({ filtered: true });
    await post(hook, { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'other' }) }, '{}').expect(
      401,
    );
  });

  it('with slack_webhook fires for events, slash commands and actions in one shape', async () => {
    const secret = 'a-signing-secret';
    const hook = await importedHook(server, workflowFixture('triggers/slack-webhook'), { SLACK_SECRET: secret, SLACK_BOT_TOKEN: 'x' });
    const send = async (body: string, type = 'application/json') => {
      const time = String(Math.floor(Date.now() / 1000));
      const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`;
      const headers = { 'X-Slack-Signature': signature, 'X-Slack-Request-Timestamp': time, 'Content-Type': type };
      return post(hook, headers, body).expect(200);
    };
    const got = async (answer: { readonly headers: Readonly<Record<string, string>> }) =>
      runResult(server, answer.headers['x-execution-id']);
    const form = 'application/x-www-form-urlencoded';
    const none = { command: '', action: '', files: false };

    const event = { type: 'app_mention', user: 'U1', text: 'hello', channel: 'C1', ts: '1.2' };
    const mention = await send(JSON.stringify({ type: 'event_callback', event_id: 'Ev1', team_id: 'T1', event }));
    expect(await got(mention)).toEqual({ type: 'app_mention', user: 'U1', text: 'hello', channel: 'C1', ...none });
    const command = await send('command=%2Fask&text=why&user_id=U2&channel_id=C2&trigger_id=1.a&team_id=T1', form);
    expect(await got(command)).toEqual({ type: 'slash_command', user: 'U2', text: 'why', channel: 'C2', ...none, command: '/ask' });
    const action = { type: 'block_actions', user: { id: 'U3' }, channel: { id: 'C3' }, trigger_id: '2.b', actions: [{ action_id: 'yes' }] };
    const pressed = await send(new URLSearchParams({ payload: JSON.stringify(action) }).toString(), form);
    expect(await got(pressed)).toEqual({ type: 'block_actions', user: 'U3', text: '', channel: 'C3', ...none, action: 'yes' });
    const challenge = await send('{"type":"url_verification","challenge":"c"}');
    expect([challenge.body, challenge.headers['x-delivery-id']]).toEqual([{ challenge: 'c' }, undefined]);
  });

  it('with a generic webhook answers as it says, and keeps its token, header and id field', async () => {
    const hook = await importedHook(server, workflowFixture('triggers/generic-webhook'), { ORDER_TOKEN: 'a-long-token' });
    const send = (token: string) => post(hook, { 'X-Order-Token': token }, '{"order":{"id":7}}');
    const first = await send('a-long-token').expect(202, { taken: true });
    expect(await runResult(server, first.headers['x-execution-id'])).toEqual({ order: { id: 7 }, query: {} });
    expect((await send('a-long-token').expect(200)).body).toMatchObject({ duplicate: true });
    await send('another').expect(401);
  });
});

describe('a block of a provider in trigger mode', () => {
  it.each<[string, string, JsonObject, boolean]>([
    ['github_issue_opened', 'issues', { action: 'opened' }, true],
    ['github_issue_opened', 'issues', { action: 'closed' }, false],
    ['github_pr_merged', 'pull_request', { action: 'closed', pull_request: { merged: true } }, true],
    ['github_pr_merged', 'pull_request', { action: 'closed', pull_request: { merged: false } }, false],
    ['github_pr_comment', 'issue_comment', { action: 'created', issue: { pull_request: {} } }, true],
    ['github_issue_comment', 'issue_comment', { action: 'created', issue: { pull_request: {} } }, false],
    ['github_webhook', 'star', { action: 'created' }, true],
  ])('%s meets the event %s with %j: %s', async (trigger, event, payload, starts) => {
    const { headers } = await fromGithub(await github(trigger), event, payload);
    expect(headers['x-execution-id'] !== undefined).toBe(starts);
  });

  it('starts runs only for the events that its author chose', async () => {
    const hook = await github('github_webhook', { eventTypes: 'push, release' });
    expect((await fromGithub(hook, 'release', {})).body).toEqual({ message: 'Webhook processed' });
    expect((await fromGithub(hook, 'star', {})).body).toMatchObject({ filtered: true });
  });

  it('passes on the whole payload, whatever fields its type has otherwise', async () => {
    const block = inTriggerMode('agent', { triggerId: 'telegram_webhook', secret: 'a-token', operation: 'nothing' });
    const hook = await deployedHook(server, triggered(block));
    const update = { update_id: 5, message: { message_id: 9, date: 1, text: 'hi', from: { id: 3, first_name: 'Ada', is_bot: false } } };
    const { headers } = await post(hook, { 'X-Telegram-Bot-Api-Secret-Token': 'a-token' }, JSON.stringify(update)).expect(200);
    expect(await runResult(server, headers['x-execution-id'])).toMatchObject({
      got: {
        update_id: 5,
        updateId: 5,
        updateType: 'message',
        message: { id: 9, text: 'hi', messageType: 'text', raw: update.message },
        sender: { id: 3, firstName: 'Ada', username: '', isBot: false },
      },
    });
  });

  it('cannot be deployed without a secret, unless its author chose none', async () => {
    const deploy = async (fields: JsonObject) => {
      const state = triggered(inTriggerMode('stripe', { triggerId: 'stripe_webhook', ...fields }));
      return owner().post(`/api/v1/workflows/${await createWorkflow(server, { state })}/deploy`);
    };
    const refused = await deploy({});
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [expect.objectContaining({ path: ['blocks', 'hook', 'webhookSecret'], message: expect.stringContaining('needs webhookSecret') })],
    ]);
    expect((await deploy({ verification: 'none' })).status).toBe(200);
  });

  it('cannot be deployed with a trigger that this server does not know', async () => {
    const state = triggered(inTriggerMode('hubspot', { triggerId: 'hubspot_contact_created' }));
    const { body } = await owner()
      .post(`/api/v1/workflows/${await createWorkflow(server, { state })}/deploy`)
      .expect(400);
    expect(JSON.stringify(body.details)).toContain('hubspot_contact_created');
    expect(providerTriggerNames).not.toContain('hubspot_contact_created');
  });
});
