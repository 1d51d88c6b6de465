/** The server cannot start in this environment, and a retry alone does not help. The message is one sentence with what to do, shown without a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused';

  constructor(
    message: string,
    /** *configuration*: a setting is wrong. The exit code says so. */
    readonly fault: 'configuration' | 'machine',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
