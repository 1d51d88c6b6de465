import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { notableSkewMs } from '#ledger/vitals/clock-skew.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';

const everyMs = 60_000;

/** Compares the clock of this machine with that of the database at the start and then every minute, and warns while they differ. */
@Injectable()
export class ClockWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly vitals: VitalSigns,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#timer = setInterval(() => void this.#compare(), everyMs).unref();
    await this.#compare();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  async #compare(): Promise<void> {
    const { clockSkewMs = 0 } = (await this.vitals.read()) ?? {};
    if (Math.abs(clockSkewMs) <= notableSkewMs) return;
    const seconds = Math.round(Math.abs(clockSkewMs) / 1000);
    const direction = clockSkewMs > 0 ? 'ahead of' : 'behind';
    this.logger.warn(
      { clockSkewMs: Math.round(clockSkewMs) },
      `The clock of this machine is ${seconds} s ${direction} that of the database: synchronise both with NTP`,
    );
  }
}
