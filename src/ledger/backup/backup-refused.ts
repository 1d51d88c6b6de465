/** A backup cannot be made, read or restored, for a reason that whoever asked for it understands: the message says what to do. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
