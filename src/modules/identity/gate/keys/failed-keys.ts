import { Injectable } from '@nestjs/common';
import { AddressWindows, type WindowExceeded } from '#edge/throttle/address-windows.js';
import { Clock } from '#kernel/clock.js';

const allowedPerMinute = 60;

/** Counts well-formed but wrong API keys for each client address, against guessing. */
@Injectable()
export class FailedKeys {
  readonly #windows: AddressWindows;

  constructor(clock: Clock) {
    this.#windows = new AddressWindows({ allowed: allowedPerMinute, windowMs: 60_000, nowMs: () => clock.now().getTime() });
  }

  /** @returns undefined while the address may fail more often */
  record(address: string): WindowExceeded | undefined {
    return this.#windows.record(address);
  }
}
