import { SluiceClient } from '@sluice/client';
import { fetchWithProgress } from './fetch-with-progress.js';

/** The client of one upload, whose progress the page shows. */
export function uploadClient(onProgress: (sentBytes: number) => void): SluiceClient {
  return new SluiceClient({
    baseUrl: location.origin,
    credentials: 'same-origin',
    maxRetries: 0,
    timeoutMs: longestUploadMs,
    fetch: fetchWithProgress(onProgress),
  });
}

const longestUploadMs = 6 * 3_600_000;
