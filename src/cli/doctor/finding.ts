/** *fail*: a server does not work, or data is in danger. *warn*: it works, and somebody has to look at it. */
export type FindingStatus = 'ok' | 'warn' | 'fail';

export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const warn = (check: string, message: string, advice: string): Finding => ({ check, status: 'warn', message, advice });
export const fail = (check: string, message: string, advice: string): Finding => ({ check, status: 'fail', message, advice });
