import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Answers, JsonLines } from '#edge/answer/answers.js';
import { pipeToCaller } from '#edge/answer/pipe-to-caller.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { Access, AdmittedStreams, RecentSignIn } from '#modules/identity/index.js';
import type { InclusionProof } from '../proof/inclusion-proof.js';
import type { Checkpoint } from '../proof/statements.js';
import { ExportAuditArchive } from '../queries/export-audit-archive.query.js';
import { GetAuditCheckpoint } from '../queries/get-audit-checkpoint.query.js';
import { ProveAuditLog } from '../queries/prove-audit-log.query.js';
import { Takeouts } from '../recording/takeouts.js';
import { AuditChainRequest } from './audit-chain.request.js';

/** What is signed is sent byte for byte: the verifier computes the same text. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/audit-logs')
export class AuditProofsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly takeouts: Takeouts,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Exports the audit log of an organization with its hashes, roots and signatures. `sluice audit verify` and the console verify this file
   * without the server.
   * @returns One line for each entry, root and key, after the signed position of the log.
   */
  @RecentSignIn()
  @Get('archive')
  async archive(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Query() { scope }: AuditChainRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: JsonLines<JsonObject> }>> {
    const ended = this.streams.enter(caller, response.req, response);
    const { organizationId, parts } = await this.queries.execute(new ExportAuditArchive(caller, scope));
    await this.takeouts.record(meta, { kind: 'audit-logs', resourceId: organizationId, workspaceId: null });
    response.setHeader('Content-Type', 'application/x-ndjson');
    response.setHeader('Content-Disposition', 'attachment; filename="audit-archive.jsonl"');
    await pipeToCaller(parts, response, { ended });
  }

  /**
   * Returns the signed position of the audit log of an organization. Stored elsewhere, it proves later that the end of an export is complete.
   * @returns The checkpoint and its signature.
   */
  @Get('checkpoint')
  async checkpoint(
    @CurrentCaller() caller: Caller,
    @Query() { scope }: AuditChainRequest,
    @Res() response: Response,
  ): Promise<
    Answers<{
      200: {
        /** The heads of the chains at this moment. */
        checkpoint: Checkpoint;
        /** Ed25519, base64url. */
        signature: string;
      };
    }>
  > {
    response.type('json').send(await this.queries.execute(new GetAuditCheckpoint(caller, scope)));
  }

  /**
   * Proves that a signed root covers an audit entry, without showing other entries. A root is signed at the end of each hour.
   * @error 409 NOT_SIGNED_YET while no signed root covers the entry.
   * @returns The entry, its path to the root, and the signed root.
   */
  @Get(':id/proof')
  async prove(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<Answers<{ 200: InclusionProof }>> {
    response.type('json').send(await this.queries.execute(new ProveAuditLog(caller, id)));
  }
}
