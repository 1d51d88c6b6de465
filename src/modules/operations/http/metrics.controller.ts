import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Registry } from 'prom-client';
import type { PlainText } from '#edge/answer/answers.js';
import { Access } from '#modules/identity/index.js';

@Access('public')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  /**
   * Returns the metrics for Prometheus.
   * @returns The metrics in the Prometheus text format.
   */
  @Get()
  metrics(@Res({ passthrough: true }) response: Response): Promise<PlainText> {
    response.setHeader('Content-Type', this.registry.contentType);
    return this.registry.metrics();
  }
}
