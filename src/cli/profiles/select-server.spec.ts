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
  const { shell = choice.environment ?? nothing, file = nothing } = choice;
  const environment = { url: shell.url ?? file.url, apiKey: shell.apiKey ?? file.apiKey, workspace: undefined };
  const all = { url: undefined, profile: undefined, environment, defaultUrl: 'http://localhost:3000', ...choice, shell, file };
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

  const ofFile = { url: 'https://file.example', apiKey: 'key of file', workspace: undefined };
  const ofShell = { url: 'https://shell.example', apiKey: 'key of shell', workspace: undefined };

  it.each([
    ['.env has the address and the shell the key', { file: ofFile, shell: { ...nothing, apiKey: 'key of shell' } }, 'in .env and'],
    [
      'the shell has the address and .env the key',
      { file: ofFile, shell: { ...nothing, url: 'https://shell.example' } },
      'in the shell and',
    ],
  ])('is refused when %s, unless it is named', (_, sources, words) => {
    expect(() => selected(sources)).toThrow(`SLUICE_URL is set ${words}`);
    expect(selected({ ...sources, url: 'https://named.example' }).url).toBe('https://named.example');
    expect(selected({ ...sources, profile: 'test' }).apiKey).toBe('key of test');
  });

  it('is that of the shell, or that of .env, if one of them has both', () => {
    expect(selected({ file: ofFile, shell: ofShell })).toMatchObject({ url: ofShell.url, apiKey: ofShell.apiKey });
    expect(selected({ file: ofFile })).toMatchObject({ url: ofFile.url, apiKey: ofFile.apiKey });
    expect(selected({ file: ofFile, shell: { ...nothing, url: ofFile.url } })).toMatchObject({ url: ofFile.url, apiKey: ofFile.apiKey });
    expect(selected({ file: { ...nothing, apiKey: 'key of file' } })).toMatchObject({
      url: 'http://localhost:3000',
      apiKey: 'key of file',
    });
  });

  it('is the default without profiles', () => {
    const empty = { current: null, profiles: {} };
    expect(selected({}, empty)).toEqual({ url: 'http://localhost:3000', apiKey: undefined, workspace: undefined });
  });

  it('is refused when the profile does not exist, with the names of those that do', () => {
    expect(() => selected({ profile: 'tset' })).toThrow('No profile is named "tset". Profiles: work, test');
  });
});
