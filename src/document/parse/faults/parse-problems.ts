import { ProblemList } from '../../check/problem-list.js';
import type { DocumentFault } from './document-fault.js';

const mostDropped = 100;

/** What parsing finds: faults, because of which nothing is read, and members that it drops. */
export class ParseProblems extends ProblemList<DocumentFault> {
  /** Warnings about members that are not in the result. */
  readonly dropped = new ProblemList(mostDropped);
}
