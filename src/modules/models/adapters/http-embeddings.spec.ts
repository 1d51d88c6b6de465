import { describe, expect, it } from '@jest/globals';
import { SystemTimers } from '#host/system-timers.js';
import { ScriptedHttp } from '../../../../test/support/engine/scripted-http.js';
import { HttpEmbeddings, type EmbeddingEndpoint } from './http-embeddings.js';

const never = new AbortController().signal;
const answer = JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }], usage: { prompt_tokens: 1 } });
const endpoint = (provider: string): EmbeddingEndpoint => ({
  place: { provider, origin: 'https://models.example' },
  kind: 'openai-compatible',
  baseUrl: 'https://models.example/v1',
  headers: {},
  model: 'm',
  allowsPrivate: false,
});

/** Four requests of one provider whose answers never come, and an answer for each further request. */
function busy() {
  const held = { body: [new Promise(() => undefined)] };
  const http = new ScriptedHttp(held, held, held, held, { body: answer });
  const embeddings = new HttpEmbeddings(http, new SystemTimers());
  const over = new AbortController();
  const waiting = [1, 2, 3, 4].map(() => embeddings.embed(endpoint('workspace/one'), ['x'], over.signal));
  return { http, embeddings, end: () => (over.abort(new Error('over')), Promise.allSettled(waiting)) };
}

describe('requests for embeddings', () => {
  it('of one provider do not wait for those of another', async () => {
    const { embeddings, end } = busy();
    expect((await embeddings.embed(endpoint('workspace/two'), ['x'], never)).tokens).toBe(1);
    await end();
  });

  it('are at most four of one provider, and leave the queue with their signal', async () => {
    const { http, embeddings, end } = busy();
    const gone = new AbortController();
    const fifth = embeddings.embed(endpoint('workspace/one'), ['x'], gone.signal);
    gone.abort(new Error('gone'));
    await expect(fifth).rejects.toThrow('gone');
    expect(http.requests).toHaveLength(4);
    await end();
    expect((await embeddings.embed(endpoint('workspace/one'), ['x'], never)).tokens).toBe(1);
  });
});
