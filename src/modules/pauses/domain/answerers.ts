import type { Answerer, PausePoint } from './pause.events.js';

type Who = Pick<Answerer, 'email' | 'via'>;

/** Whether somebody is among those who are asked. */
export function isAsked({ approvers }: PausePoint, { email }: Who): boolean {
  return approvers.length === 0 || approvers.some((approver) => isSameAddress(approver, email));
}

/** Whether two answers come from one. A link that names nobody is the same for all who have it, so it is good for one answer. */
export function isSameAnswerer(one: Who, other: Who): boolean {
  if (one.email === null && other.email === null) return one.via === 'link' && other.via === 'link';
  return isSameAddress(one.email, other.email);
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
