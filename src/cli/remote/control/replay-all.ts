import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryReplay, ReplayDeliveriesRequest, SluiceClient } from '#client';
import { exitCode } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';

const lookEveryMs = 500;

/** Replays all deliveries that match, shows the progress on standard error, and the counts at the end. */
export async function replayAll(client: SluiceClient, request: ReplayDeliveriesRequest, isJson: boolean): Promise<void> {
  let replay: DeliveryReplay = (await client.deliveries.replayAll(request)).data;
  complain(`Replay ${replay.id} of ${replay.found} deliveries. Ctrl-C stops waiting, not the replay`);
  let shown = '';
  while (replay.status === 'running') {
    await delay(lookEveryMs);
    ({ data: replay } = await client.deliveries.getReplay(replay.id));
    const text = progressText(replay);
    if (text !== shown) complain(text);
    shown = text;
  }
  if (isJson) printJson(replay);
  else print(resultText(replay));
  if (replay.status !== 'completed' || replay.refused > 0) process.exitCode = exitCode.failed;
}

function progressText({ found, replayed, refused, waitsFor }: DeliveryReplay): string {
  const waits = waitsFor === null ? '' : `, waits: ${waitsFor}`;
  return `${replayed + refused} of ${found}${waits}`;
}

function resultText({ status, replayed, refused, refusals }: DeliveryReplay): string {
  const counts = `${status}: ${replayed} replayed, ${refused} refused`;
  return [counts, ...refusals.map(({ count, message }) => `  ${count}: ${message}`)].join('\n');
}
