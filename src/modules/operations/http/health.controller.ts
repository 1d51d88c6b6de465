import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '#modules/identity/index.js';
import { Readiness } from '../queries/readiness.js';
import { readinessResponse, type ReadinessResponse } from './health.response.js';

@Access('public')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /**
   * Reports that the process responds. A restart can cure only a process that does not.
   * @returns The process responds.
   */
  @Get('live')
  live(): {
    /** Always `alive`. */
    status: 'alive';
  } {
    return { status: 'alive' };
  }

  /**
   * Reports whether the process can serve requests: its database, queue and projections.
   * @also 503
   * @returns The process is ready, possibly degraded.
   */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessResponse> {
    const report = await this.readiness.report();
    if (report.status === 'unavailable') response.status(503).setHeader('Retry-After', 1);
    return readinessResponse(report);
  }
}
