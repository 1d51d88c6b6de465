import { describe, expect, it } from '@jest/globals';
import { Plans } from '#modules/runs/blocks/plans.js';
import { Deployments, type FoundWorkflow } from '#modules/workflows/index.js';
import type { WorkflowDocument } from '#document/document.js';
import { aBlock, aState, readDocument } from '../../support/workflow-documents.js';

/** Versions of one workflow, of which some cannot be read at first. */
class Versions extends Deployments {
  reads = 0;

  constructor(private failures = 0) {
    super();
  }

  document(): Promise<WorkflowDocument> {
    this.reads += 1;
    this.failures -= 1;
    if (this.failures >= 0) return Promise.reject(new Error('The database is away'));
    return Promise.resolve(readDocument(aState([aBlock('start', 'start_trigger')])));
  }

  find(): Promise<FoundWorkflow | undefined> {
    return Promise.resolve(undefined);
  }

  hasVersion(): Promise<boolean> {
    return Promise.resolve(true);
  }

  revision(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  draftVersion(): Promise<number> {
    return Promise.resolve(-1);
  }
}

describe('plans', () => {
  it('of a version that many runs need at once are made once', async () => {
    const versions = new Versions();
    const plans = new Plans(versions);
    const made = await Promise.all(Array.from({ length: 500 }, async () => plans.of('orders', 1)));
    expect(new Set(made).size).toBe(1);
    expect(plans.of('orders', 1)).toBe(made[0]);
    expect(versions.reads).toBe(1);
    expect(await plans.of('orders', 2)).not.toBe(made[0]);
    expect(versions.reads).toBe(2);
  });

  it('that could not be made are made by the next run', async () => {
    const versions = new Versions(1);
    const plans = new Plans(versions);
    const made = await Promise.allSettled([plans.of('orders', 1), plans.of('orders', 1)]);
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await plans.of('orders', 1)).blocks.size).toBe(1);
  });
});
