import type { RunMessage } from '#client';

/** How a run ended, or that it waits. */
export type RunOutcome =
  | { readonly status: 'completed' | 'paused'; readonly output: unknown; readonly error: null }
  | { readonly status: 'failed'; readonly output: null; readonly error: string };

/** The outcome that the messages of a run lead to. @throws when they end without one */
export async function outcomeOf(messages: AsyncIterable<RunMessage>): Promise<RunOutcome> {
  let outcome: RunOutcome | undefined;
  for await (const message of messages) {
    if (!('event' in message)) continue;
    if (message.event === 'error') outcome = { status: 'failed', output: null, error: message.error };
    else outcome = { status: message.data.status ?? 'completed', output: message.data.output, error: null };
  }
  if (outcome === undefined) throw new Error('The stream of the run ended and did not say how the run did');
  return outcome;
}
