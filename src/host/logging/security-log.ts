import type { Logger } from './logger.js';

export const securityEvents = [
  'auth.missing',
  'auth.malformed',
  'auth.duplicate_header',
  'auth.unknown',
  'auth.revoked_key_used',
  'auth.expired',
  'auth.suspended_user',
  'auth.deleted_workspace',
  'auth.foreign_address',
  'auth.bruteforce',
  'auth.cross_site',
  'auth.session_ended',
  'auth.wrong_password',
  'auth.provider_refused',
  'authz.denied',
  'authz.cross_workspace',
  'authz.foreign_object',
  'limiter.refused',
  'limiter.degraded',
  'limiter.recovered',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

const windowMs = 60_000;
const linesInFull = 10;
const thenOneIn = 100;
const mostLines = 30;

interface Window {
  startedAtMs: number;
  events: number;
  lines: number;
}

/**
 * Security events for operators, on the channel `sec`. All events are counted. Each kind of event has ten lines a minute, then one of a
 * hundred, and never more than thirty, so that no caller can fill the disk. Keys appear by id; free text of callers is not logged.
 */
export class SecurityLog {
  readonly #counts = new Map<SecurityEvent, number>(securityEvents.map((event) => [event, 0]));
  readonly #windows = new Map<SecurityEvent, Window>();

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly tick: () => number,
  ) {}

  /** How often each event has happened in this process. */
  get counts(): ReadonlyMap<SecurityEvent, number> {
    return this.#counts;
  }

  /** Counts an event without a line: what happens all the time, by mistake more often than not. */
  count(event: SecurityEvent): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
  }

  note(event: SecurityEvent, fields: Readonly<Record<string, unknown>>): void {
    this.count(event);
    const window = this.#window(event);
    window.events += 1;
    const isDue = window.events <= linesInFull || window.events % thenOneIn === 0;
    if (!isDue || window.lines >= mostLines) return;
    window.lines += 1;
    this.logger.warn({ channel: 'sec', event, ...fields, inThisMinute: window.events }, 'security event');
  }

  #window(event: SecurityEvent): Window {
    const nowMs = this.tick();
    let window = this.#windows.get(event);
    if (window === undefined || nowMs - window.startedAtMs >= windowMs) {
      window = { startedAtMs: nowMs, events: 0, lines: 0 };
      this.#windows.set(event, window);
    }
    return window;
  }
}
