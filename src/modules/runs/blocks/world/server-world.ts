import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { Timers } from '#kernel/timers.js';
import { UserEmails } from '#modules/identity/index.js';
import type { ResumeLinks } from '#blocks/block.js';
import { blockRegistry } from '#blocks/index.js';
import { resumeAddresses, resumeLinkPurpose } from '#engine/pause.js';
import { stallWatch } from '#host/loop/stall-watch.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { StreamedText } from '../../ports/streamed-text.js';
import { ModelBudget } from '../../ports/model-budget.js';
import { ModelMetrics } from '../agents/model-metrics.js';
import type { BlockWorld, WatchedBlock } from '../block-world.js';
import { reportingFaults } from '#ledger/database/faults/reported-faults.js';
import { ServerCapabilities } from './server-capabilities.js';

const longestLinkMs = 30 * 24 * 60 * 60_000;

/** The world of blocks, as this server provides it. */
@Injectable()
export class ServerWorld implements BlockWorld {
  readonly registry = blockRegistry;
  readonly mostPasses: number;
  readonly mostHeldBytes: number;

  constructor(
    readonly capabilities: ServerCapabilities,
    readonly clock: Clock,
    readonly timers: Timers,
    readonly ids: Ids,
    private readonly logger: Logger,
    private readonly emails: UserEmails,
    private readonly config: Config,
    private readonly links: LinkSignature,
    readonly budget: ModelBudget,
    readonly texts: StreamedText,
    private readonly metrics: ModelMetrics,
  ) {
    this.mostPasses = config.mostLoopPasses;
    this.mostHeldBytes = config.runMemoryMb * 1024 * 1024;
  }

  emailOf(userId: string): Promise<string | null> {
    return reportingFaults(this.emails.of(userId));
  }

  resumeLinks(workflowId: string, executionId: string, contextId: string): ResumeLinks {
    const { apiUrl, uiUrl } = resumeAddresses(this.config.baseUrl, { workflowId, executionId, contextId });
    const signed = (email: string | null, expiresAt: string | null): string => {
      const token = this.links.sign({ purpose: resumeLinkPurpose, executionId, contextId, email, expiresAt: this.#linkEnd(expiresAt) });
      return `${uiUrl}?token=${token}`;
    };
    return { apiUrl, uiUrl, workflowId, executionId, signed };
  }

  #linkEnd(expiresAt: string | null): string {
    const latest = new Date(this.clock.now().getTime() + longestLinkMs).toISOString();
    return expiresAt === null || expiresAt > latest ? latest : expiresAt;
  }

  watched({ block, ...facts }: WatchedBlock, work: () => void): void {
    stallWatch.piece(() => ({ kind: 'block', name: block.type, facts: { ...facts, blockId: block.id } }), work);
  }

  observed(event: ExecutionEvent): void {
    this.metrics.take(event);
  }

  agentEnded(type: string, ended: ExecutionEvent): void {
    this.metrics.takeAgent(type, ended);
  }

  onError(error: unknown): void {
    this.logger.error({ err: error }, 'A block failed in an unexpected way');
  }
}
