import { Command } from '@nestjs/cqrs';

/** What the first start has made. The key is known here for the only time. */
export interface FirstRun {
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/**
 * Makes an organization, its owner, who runs the server, a workspace and a personal key. Answers undefined and does nothing when
 * there is an organization already. Processes that start at once may all ask: one of them does it.
 */
export class BootstrapInstance extends Command<FirstRun | undefined> {
  constructor(
    readonly email: string,
    /** The value of the key; absent: one is generated. */
    readonly apiKey?: string,
  ) {
    super();
  }
}
