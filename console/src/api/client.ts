import { SluiceClient } from '@sluice/client';
import { newBuild } from './shared.js';

const own = document.querySelector<HTMLMetaElement>('meta[name="sluice-build"]')?.content;

/** Every request of the console goes through it, with the cookie of the session. */
export const api = new SluiceClient({
  baseUrl: location.origin,
  credentials: 'same-origin',
  maxRetries: 2,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    const current = response.headers.get('x-sluice-build');
    if (own !== undefined && current !== null && current !== own && !newBuild.get()) newBuild.set(true);
    return response;
  },
});
