import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TurnsGuard } from '#edge/prepared/turns.guard.js';
import { Config } from '#host/config/config.js';
import { DomainError, notFound } from '#kernel/errors.js';
import { metricsRefusal } from '../metrics/metrics-server.js';
import { MetricsToken } from '../metrics/metrics-token.js';

/** Decides who may read `/metrics` at the port of the API: no caller if it has a separate port, else every caller, or those with the token. */
@Injectable()
export class MetricsGuard extends TurnsGuard {
  constructor(
    private readonly config: Config,
    private readonly token: MetricsToken,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<true> {
    if (this.config.metricsPort !== undefined) throw notFound('Route');
    const http = context.switchToHttp();
    const isAdmitted = this.token.admits(http.getRequest<Request>().headers);
    if (isAdmitted && this.token.isRequired) return true;
    await super.canActivate(context);
    if (isAdmitted) return true;
    http.getResponse<Response>().setHeader('WWW-Authenticate', 'Bearer');
    throw new DomainError('unauthenticated', metricsRefusal.code, metricsRefusal.error);
  }
}
