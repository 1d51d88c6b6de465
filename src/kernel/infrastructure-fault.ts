import { DomainError, type DomainErrorOptions } from './errors.js';

/**
 * The database, the storage of files, the host of the sandbox or this process cannot do its part at the moment. Neither a caller nor the
 * author of a workflow is the cause: the same work succeeds later, or in another process. A run that meets it is given back and does not fail.
 */
export class InfrastructureFault extends DomainError {
  constructor(message: string, { retryAfterSeconds = 1, cause }: Pick<DomainErrorOptions, 'retryAfterSeconds' | 'cause'> = {}) {
    super('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds, cause });
    this.name = 'InfrastructureFault';
  }
}
