/** *fail*: a server does not work, or data is at risk. *warn*: it works, but an operator should act. */
export type FindingStatus = 'ok' | 'warn' | 'fail';

export interface Finding {
  /** The name of the check, one or two words. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** What the operator should do. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const warn = (check: string, message: string, advice: string): Finding => ({ check, status: 'warn', message, advice });
export const fail = (check: string, message: string, advice: string): Finding => ({ check, status: 'fail', message, advice });
