/** A backup cannot be made, read or restored, for a reason that the operator can remove: the message says what to do. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
