import { Injectable } from '@nestjs/common';
import { packageVersion } from '#host/package-version.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { LanguageModels } from '#blocks/ports/language-models.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
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
  ) {
    this.#parts = { directory, health, queues, http, clock, timers, userAgent: `sluice/${packageVersion()}` };
  }

  of(run: RunIdentity): LanguageModels {
    return new AskModels(this.#parts, run);
  }
}
