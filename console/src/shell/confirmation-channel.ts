/** Between the pages of one browser: the person has proved at a provider who they are. */
const name = 'sluice-confirmed';

/** The page that a provider leads back to in another window. It tells the others, and closes. */
export const confirmedPath = '/account/confirmed';

export function tellConfirmed(): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, and not a window
  channel.postMessage('confirmed');
  channel.close();
}

/** @returns how to stop listening */
export function onConfirmed(act: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', act);
  return () => channel.close();
}
