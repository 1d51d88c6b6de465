import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Deployments } from '#modules/workflows/index.js';
import { compile } from '../engine/compile.js';
import type { Plan } from '../engine/plan.js';

/** Compiled deployments. A deployment never changes, so neither does its plan. */
@Injectable()
export class Plans {
  readonly #plans = new LRUCache<string, Plan>({ max: 1000 });

  constructor(private readonly deployments: Deployments) {}

  async of(workflowId: string, version: number): Promise<Plan> {
    const key = `${workflowId}@${version}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = compile(await this.deployments.document(workflowId, version), 'api');
    this.#plans.set(key, plan);
    return plan;
  }
}
