import { Injectable } from '@nestjs/common';
import { packageVersion } from '#host/program/package-version.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { LanguageModels } from '#blocks/ports/language-models.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { ModelPolicies } from '../providers/model-policies.js';
import { ModelRates } from '../providers/model-rates.js';
import { RatedModels } from '../providers/rated-models.js';
import { ProviderDirectory } from '../providers/provider-directory.js';
import { ProviderHealth } from '../providers/provider-health.js';
import { AskModels, type AskingParts } from './ask-models.js';

/** The language models of runs. */
@Injectable()
export class RunModels {
  readonly #parts: AskingParts;

  constructor(
    directory: ProviderDirectory,
    health: ProviderHealth,
    queues: OriginQueues,
    http: OutboundHttp,
    clock: Clock,
    timers: Timers,
    private readonly policies: ModelPolicies,
    private readonly rates: ModelRates,
  ) {
    this.#parts = { directory, health, queues, http, clock, timers, userAgent: `sluice/${packageVersion()}` };
  }

  of(run: RunIdentity): LanguageModels {
    return new RatedModels(new AskModels(this.#parts, run), run, { policies: this.policies, rates: this.rates });
  }
}
