import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { Config } from '#host/config/config.js';

/** The token that `/metrics` needs when `SLUICE_METRICS_TOKEN` is set, as `Authorization: Bearer <token>`. */
@Injectable()
export class MetricsToken {
  readonly #expected: Buffer | undefined;

  constructor({ metricsToken }: Config) {
    this.#expected = metricsToken === undefined ? undefined : Buffer.from(`Bearer ${metricsToken}`);
  }

  get isRequired(): boolean {
    return this.#expected !== undefined;
  }

  /** Whether the request may read the metrics. */
  admits({ authorization = '' }: IncomingHttpHeaders): boolean {
    const [expected, given] = [this.#expected, Buffer.from(authorization)];
    return expected === undefined || (given.length === expected.length && timingSafeEqual(given, expected));
  }
}
