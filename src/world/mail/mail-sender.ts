/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail through the server that the operator has configured. */
export abstract class MailSender {
  /** Whether a server is configured. */
  abstract readonly isConfigured: boolean;

  /** Resolves once the server has taken the message. @throws Error when it refuses, cannot be reached, or none is configured */
  abstract send(mail: Mail): Promise<void>;
}
