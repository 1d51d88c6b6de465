import { describe, expect, it } from '@jest/globals';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

describe('an error of the embedded PostgreSQL', () => {
  it('says what happened, what to do, how to use another server, and shows the log', () => {
    const { message } = new EmbeddedPostgresError('it rained.', 'Wait.', { log: 'first\nsecond\n' });
    expect(message.split('\n')).toEqual([
      'Embedded PostgreSQL: it rained.',
      'Wait.',
      expect.stringContaining('DATABASE_URL='),
      'The end of its log:',
      '  first',
      '  second',
    ]);
  });

  it.each([
    ['ENOSPC: no space left on device, write', '', 'The disk is full'],
    ['exit code 1', 'initdb: error: could not create file: No space left on device', 'The disk is full'],
    ["EACCES: permission denied, mkdir '/data'", '', 'Access was refused'],
    ["EROFS: read-only file system, mkdir '/data'", '', 'Access was refused'],
    ['spawn /app/bin/postgres EPERM', '', 'Access was refused'],
    ['spawn /app/bin/postgres ENOENT', '', 'GNU C library'],
    ['exit code 1', 'initdb: error: could not look up effective user ID 1234: user does not exist', 'listed in /etc/passwd'],
    ['exit code 1', 'FATAL: something new', 'states the cause'],
  ])('knows a remedy for: %s %s', (reason, log, remedy) => {
    const cause = new Error(reason);
    const error = EmbeddedPostgresError.from(cause, 'starting the server', log);
    expect(error.message).toContain(`starting the server failed: ${reason}`);
    expect(error.message).toContain(remedy);
    expect(error.cause).toBe(cause);
  });

  it('is not wrapped again', () => {
    const error = new EmbeddedPostgresError('it rained.', 'Wait.');
    expect(EmbeddedPostgresError.from(error, 'starting')).toBe(error);
  });
});
