import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import type { Answers, PlainText } from '#edge/answer/answers.js';
import { Access } from '#modules/identity/index.js';
import { MetricsText } from '../metrics/metrics-text.js';
import { MetricsGuard } from './metrics.guard.js';

@Access('public')
@UseGuards(MetricsGuard)
@Controller('metrics')
export class MetricsController {
  constructor(private readonly text: MetricsText) {}

  /**
   * Returns the metrics for Prometheus, at most 750 ms old. With `SLUICE_METRICS_TOKEN` they require that token as
   * `Authorization: Bearer <token>`; with `SLUICE_METRICS_PORT` they are at that port and not here.
   * @error 401 UNAUTHORIZED when the server requires a token, and the request does not have it
   * @error 404 NOT_FOUND when the metrics have a separate port
   * @returns The metrics in the Prometheus text format.
   */
  @Get()
  async metrics(@Res() response: Response): Promise<Answers<{ 200: PlainText }>> {
    await (await this.text.read()).send(response);
  }
}
