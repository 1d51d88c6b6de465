import { describe, expect, it } from '@jest/globals';
import { readDatabaseUrl, readDatabaseUrls } from './database-url.js';

describe('an address of a database', () => {
  it('names one server', () => {
    expect(readDatabaseUrl('postgres://u:p@db.example:6432/sluice?sslmode=require/')).toEqual({
      single: 'postgres://u:p@db.example:6432/sluice?sslmode=require',
      places: [{ host: 'db.example', port: 6432 }],
    });
    expect(readDatabaseUrl('postgresql://u:p@127.0.0.1:5433/sluice?host=%2Fvar%2Frun').places).toEqual([{ host: '/var/run', port: 5433 }]);
  });

  it('names several servers, each with its port or the usual one', () => {
    expect(readDatabaseUrl('postgresql://u:p@a:6001,b,[::1]:6003/sluice?sslmode=require')).toEqual({
      single: 'postgresql://u:p@a:6001/sluice?sslmode=require',
      places: [
        { host: 'a', port: 6001 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 6003 },
      ],
    });
  });

  it.each(['mysql://a/b', 'a:5432,b:5432', '', 'postgres://a:x,b/sluice'])('is not %j', (text) => {
    expect(() => readDatabaseUrl(text)).toThrow('must be an address that begins with postgres:// or postgresql://');
  });

  it.each(['postgres://a,,b/sluice', 'postgres://a,b/sluice?host=c'])('with several servers is not %j', (text) => {
    expect(() => readDatabaseUrl(text)).toThrow('must name several servers as host:port,host:port');
  });
});

describe('a list of addresses', () => {
  it('has one or more', () => {
    expect(readDatabaseUrls('postgres://u:p@a/sluice, postgresql://u:p@b:6432/sluice')).toEqual([
      'postgres://u:p@a/sluice',
      'postgresql://u:p@b:6432/sluice',
    ]);
  });

  it.each(['postgres://a/sluice,', ',postgres://a/sluice', 'postgres://a/sluice ,, ', ' ,postgres://a/sluice, ,'])(
    'ignores empty entries, as other lists of settings do: %j',
    (text) => {
      expect(readDatabaseUrls(text)).toEqual(['postgres://a/sluice']);
    },
  );

  it('has one server in each', () => {
    expect(() => readDatabaseUrls('postgres://u:p@a,b/sluice')).toThrow('must be a list of whole addresses with one server each');
  });
});
