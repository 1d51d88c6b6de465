import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Host } from './host.js';
import type { MemberPlace } from './remote-members.js';

const layout: readonly (readonly MemberPlace['role'][])[] = [['api', 'worker'], ['api', 'worker'], ['follower']];
const program = fileURLToPath(new URL('./member-process.ts', import.meta.url));
const firstPort = 7000;

/** Processes on three hosts for each process of tests. */
export class TestMembers {
  readonly #started = new AsyncDisposableStack();
  readonly places: (readonly MemberPlace[])[] = [];

  /** @returns undefined where hosts cannot be made, or iptables is missing */
  static async start(sets: number): Promise<TestMembers | undefined> {
    if (!Host.canShareLoopback) return undefined;
    const members = new TestMembers();
    try {
      for (let set = 0; set < sets; set += 1) members.places.push(await members.#startSet(set));
    } catch (error) {
      await members.close();
      throw error;
    }
    return members;
  }

  async close(): Promise<void> {
    await this.#started.disposeAsync();
  }

  async #startSet(set: number): Promise<readonly MemberPlace[]> {
    const members: MemberPlace[] = [];
    for (const [index, roles] of layout.entries()) {
      const host = Host.make(100 + set * layout.length + index);
      this.#started.defer(() => host.remove());
      this.#started.defer(host.shareLoopback());
      for (const [place, role] of roles.entries()) {
        await this.#startProcess(host, firstPort + place);
        members.push({ role, host: host.address, port: firstPort + place });
      }
    }
    return members;
  }

  async #startProcess(host: Host, port: number): Promise<void> {
    const [command, ...words] = [...host.prefix, process.execPath, ...process.execArgv, program, String(port)];
    const child: ChildProcess = spawn(command ?? '', words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#started.defer(async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    await once(child, 'message');
  }
}
