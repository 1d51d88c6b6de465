import { Query } from '@nestjs/cqrs';
import type { PageViewer } from '../page/page-points.js';
import type { PausePage } from '../page/pause-page.js';

/** What a run asks, for people. */
export type PausePageView = Pick<PausePage, 'workflowName' | 'executionId' | 'status' | 'points'>;

/** @throws DomainError not-found, the same for an absent and a foreign run, and for one that asked nobody or not this; forbidden */
export class GetPausePage extends Query<PausePageView> {
  constructor(
    readonly workflowId: string,
    /** Ours or, for somebody with a key, the one that the caller of the run chose. */
    readonly executionId: string,
    readonly viewer: PageViewer,
  ) {
    super();
  }
}
