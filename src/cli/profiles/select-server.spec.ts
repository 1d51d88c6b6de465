import { describe, expect, it } from '@jest/globals';
import type { Profiles } from './profile-file.js';
import { selectServer, type RemoteSettings, type ServerChoice } from './select-server.js';

const stored: Profiles = {
  current: 'work',
  profiles: {
    work: { url: 'https://work.example', apiKey: 'key of work', workspace: 'Sales' },
    test: { url: 'https://test.example', apiKey: 'key of test', workspace: null },
  },
};
const nothing = { url: undefined, apiKey: undefined, workspace: undefined };

function selected(choice: Partial<ServerChoice>, profiles = stored): RemoteSettings {
  const all = { url: undefined, profile: undefined, environment: nothing, defaultUrl: 'http://localhost:3000', ...choice };
  return selectServer(all, profiles);
}

describe('the server that a command calls', () => {
  it('is that of the current profile without any other choice', () => {
    expect(selected({})).toEqual({ url: 'https://work.example', apiKey: 'key of work', workspace: 'Sales' });
  });

  it('is that of --profile, even with an environment', () => {
    const environment = { url: 'https://env.example', apiKey: 'key of env', workspace: 'Env' };
    expect(selected({ profile: 'test', environment })).toEqual({
      url: 'https://test.example',
      apiKey: 'key of test',
      workspace: undefined,
    });
  });

  it('is that of the environment rather than of the current profile', () => {
    const environment = { url: 'https://env.example', apiKey: 'key of env', workspace: undefined };
    expect(selected({ environment })).toEqual({ url: 'https://env.example', apiKey: 'key of env', workspace: undefined });
    expect(selected({ environment: { ...nothing, apiKey: 'key of env' } }).url).toBe('http://localhost:3000');
  });

  it('never receives the key of another server', () => {
    expect(selected({ url: 'https://other.example' }).apiKey).toBeUndefined();
    expect(selected({ environment: { ...nothing, url: 'https://other.example' } }).apiKey).toBeUndefined();
    expect(selected({ url: 'https://other.example', profile: 'test' }).apiKey).toBeUndefined();
    expect(selected({ url: 'https://work.example/' }).apiKey).toBe('key of work');
  });

  it('is the default without profiles', () => {
    const empty = { current: null, profiles: {} };
    expect(selected({}, empty)).toEqual({ url: 'http://localhost:3000', apiKey: undefined, workspace: undefined });
  });

  it('is refused when the profile does not exist, with the names of those that do', () => {
    expect(() => selected({ profile: 'tset' })).toThrow('No profile is named "tset". Profiles: work, test');
  });
});
