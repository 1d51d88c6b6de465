import { InfrastructureFault } from '#kernel/errors.js';
import { isDatabaseOutage } from './database-outage.js';

/** The fault of the infrastructure that an error reports; undefined for every other error. */
export function infrastructureFaultOf(error: unknown): InfrastructureFault | undefined {
  if (error instanceof InfrastructureFault) return error;
  return isDatabaseOutage(error) ? databaseAway(error) : undefined;
}

/** The fault of a database that cannot be reached. */
export function databaseAway(cause: unknown): InfrastructureFault {
  return new InfrastructureFault('The database cannot be reached. Please retry shortly.', { retryAfterSeconds: 2, cause });
}
