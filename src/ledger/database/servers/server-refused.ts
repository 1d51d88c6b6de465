import type { SessionFacts } from './session-facts.js';

/** What all servers of an installation have in common, and how far the primary has come. */
export interface KnownInstallation {
  readonly system: string | undefined;
  readonly timeline: number | undefined;
}

/** A server must not be used: it is not the primary of this installation. The message is for operators, and contains no password. */
export class ServerRefused extends Error {
  override name = 'ServerRefused';

  constructor(
    message: string,
    /** *standby*: it may be promoted, so a later attempt may succeed. */
    readonly reason: 'standby' | 'former-primary' | 'other-installation',
  ) {
    super(message);
  }
}

/** Why the server at `address` must not be written to; undefined if it may be. */
export function refusalOf(address: string, facts: SessionFacts, known: KnownInstallation): ServerRefused | undefined {
  if (known.system !== undefined && facts.system !== undefined && facts.system !== known.system) {
    const ids = `its system identifier is ${facts.system}, and that of the database in use is ${known.system}`;
    const advice = 'correct DATABASE_URL, or restart this process if the database has moved on purpose';
    return new ServerRefused(`The server at ${address} belongs to another installation (${ids}): ${advice}`, 'other-installation');
  }
  if (facts.isStandby)
    return new ServerRefused(`The server at ${address} is a standby: promote it, or name the primary in DATABASE_URL`, 'standby');
  if (known.timeline !== undefined && facts.timeline !== undefined && facts.timeline < known.timeline) {
    const advice = 'stop it, and make it a standby of the present primary, or restart this process if the database was restored on purpose';
    return new ServerRefused(
      `The server at ${address} is a former primary (its timeline is ${facts.timeline}, and the database has reached ${known.timeline}): ${advice}`,
      'former-primary',
    );
  }
  return undefined;
}
