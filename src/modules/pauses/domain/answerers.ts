import type { Answerer, PausePoint } from './pause.events.js';

type Who = Pick<Answerer, 'email' | 'via'>;

/** Whether the person is one of the approvers. */
export function isAsked({ approvers }: PausePoint, { email }: Who): boolean {
  return approvers.length === 0 || approvers.some((approver) => isSameAddress(approver, email));
}

/** Whether two answers come from one person. All links without a name count as one person. */
export function isSameAnswerer(one: Who, other: Who): boolean {
  if (one.email === null && other.email === null) return one.via === 'link' && other.via === 'link';
  return isSameAddress(one.email, other.email);
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
