import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { uploaded } from '../../support/file-api.js';
import { pdf } from '../../support/knowledge/documents.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

async function ask(files: string, fields: JsonObject) {
  const messages = JSON.stringify([{ role: 'user', content: 'Read it' }]);
  const workflowId = await deployState(server, inARow(blockWith('agent', 'agent', { model: 'fake/echo', messages, files, ...fields })));
  return server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({});
}

describe('a file of a type that the model does not take', () => {
  it('is sent as its text if the author allows it, with a warning', async () => {
    const { id } = await uploaded(server, 'offer.pdf', pdf('The lamp costs ten euros'), { type: 'application/pdf' });
    const { status, body } = await ask(id, { filesAsText: true });
    expect({ status, warnings: body.output.warnings }).toEqual({
      status: 200,
      warnings: ['fake/echo of fake takes no files of type application/pdf ("offer.pdf"): its text was sent'],
    });
    expect(JSON.stringify(fake.log.requests.at(-1)?.body)).toMatch(/offer\.pdf:.*The lamp costs ten euros/);
  });

  it('fails the agent otherwise, and names model, file and remedies', async () => {
    const { id } = await uploaded(server, 'bill.pdf', pdf('A bill'), { type: 'application/pdf' });
    const { status, body } = await ask(id, {});
    expect({ status, error: body.error }).toEqual({
      status: 500,
      error:
        'agent: fake/echo of fake takes no files of type application/pdf ("bill.pdf"). ' +
        'Choose a model that does, or set filesAsText to send their text',
    });
  });

  it.each([
    [
      'photo.png',
      'image/png',
      /takes no files of type image\/png \("photo\.png"\), and its text cannot be sent: The text of \.png files cannot be read/,
    ],
    ['broken.pdf', 'application/pdf', /\("broken\.pdf"\), and its text cannot be sent: The document is not a valid PDF/],
  ])('fails the agent when it has no readable text: %s', async (name, type, error) => {
    const { id } = await uploaded(server, name, 'no such thing', { type });
    const { body } = await ask(id, { filesAsText: true });
    expect(body.error).toMatch(error);
  });
});

describe('a file of an earlier message', () => {
  it('is sent again as long as it exists, and then as its name', async () => {
    const { id } = await uploaded(server, 'handbook.txt', 'Switch it off first');
    const memory = { memoryType: 'conversation', conversationId: 'files' };
    await ask(id, memory);
    expect((await ask('', memory)).status).toBe(200);
    expect(JSON.stringify(fake.log.requests.at(-1)?.body)).toContain('Switch it off first');
    await server.as(server.first.apiKey).delete(`/api/v1/files/${id}?workspaceId=${server.first.workspaceId}`).expect(200);
    const { status, body } = await ask('', memory);
    expect({ status, warnings: body.output.warnings }).toEqual({
      status: 200,
      warnings: [expect.stringMatching(/^Files of earlier messages are not sent again: handbook\.txt\. /)],
    });
    expect(JSON.stringify(fake.log.requests.at(-1)?.body)).toContain('[file handbook.txt]');
  });
});
