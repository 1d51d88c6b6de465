import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { runSluice } from '../support/sluice-command.js';

describe('sluice models fake', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill('SIGKILL'));

  /** What the command prints until it is ready. */
  async function started(args: readonly string[]): Promise<string> {
    const fake = spawn(process.execPath, ['dist/bundle/main.js', 'models', 'fake', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = fake;
    let out = '';
    for await (const chunk of fake.stdout) {
      out += String(chunk);
      if (out.includes('Ctrl-C')) return out;
    }
    throw new Error(`It ended and printed: ${out}`);
  }

  it('prints its address with a models file, answers, and ends with the signal', async () => {
    const out = await started(['--port', '0']);
    const [, url = ''] = /at (http:\/\/127\.0\.0\.1:\d+)\/v1/.exec(out) ?? [];
    const file = JSON.parse(out.slice(out.indexOf('{\n'), out.indexOf('\n}') + 2)) as { readonly providers: readonly JsonObject[] };
    expect(file.providers.map(({ baseUrl }) => baseUrl)).toEqual([`${url}/v1`, `${url}/v1`, `${url}/v1`, `${url}/v1beta`]);

    const body = JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Hello' }] });
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] });

    child?.kill('SIGTERM');
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null]);
  });

  it('lists its models', async () => {
    const { code, out } = await runSluice(['models', 'fake', '--list']);
    expect({ code, lines: out.split('\n') }).toEqual({
      code: 0,
      lines: expect.arrayContaining([expect.stringMatching(/^MODEL +WHAT IT DOES/), expect.stringMatching(/^deltas:<n>:<ms> +Counts/)]),
    });
  });

  it('names the port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const ended = await runSluice(['models', 'fake', '--port', port]);
    other.close();
    expect(ended).toEqual({ code: 1, out: '', error: `Port ${port} of 127.0.0.1 is in use: choose another one with --port\n` });
  });

  it('refuses a port that is none', async () => {
    const { code, error } = await runSluice(['models', 'fake', '--port', '80x']);
    expect({ code, error: error.split('\n')[0] }).toEqual({
      code: 64,
      error: "error: option '--port <port>' argument '80x' is invalid. it must be a number from 0 to 65535",
    });
  });
});
