import type { Express, Response } from 'express';
import { isLargeJson, writeJson } from '#host/loop/write-json.js';
import { Turn } from '#host/loop/turn.js';

/** Makes `response.json` of an application write large bodies in pieces, between which other requests have their turn. */
export function writeLargeAnswersInPieces({ response }: Pick<Express, 'response'>): void {
  const json = response.json;
  response.json = function (this: Response, body: unknown): Response {
    if (!isLargeJson(body)) return json.call(this, body);
    void sendInPieces(this, body).catch(() => this.destroy());
    return this;
  };
}

async function sendInPieces(response: Response, body: object | string): Promise<void> {
  const text = await writeJson(body);
  await Turn.begin();
  if (response.destroyed || response.headersSent) return;
  if (!response.hasHeader('Content-Type')) response.type('application/json');
  response.send(text);
}
