import { verify, type ToVerify, type Verdict } from './verify.js';

/** What the worker sends: the lines so far, and at last the verdict. */
export type Told = { readonly lines: number } | { readonly verdict: Verdict };

function tell(told: Told): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, and not a window
  self.postMessage(told);
}

/** Verifies away from the page, which stays usable. */
self.addEventListener('message', ({ data }: MessageEvent<ToVerify>) => {
  void verify(data, (lines) => tell({ lines })).then((verdict) => tell({ verdict }));
});
