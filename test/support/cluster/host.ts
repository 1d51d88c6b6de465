import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** A machine of a test: a network namespace with one cable to the services. */
export class Host {
  private constructor(
    private readonly name: string,
    private readonly cable: string,
    /** Where its processes listen. */
    readonly address: string,
  ) {}

  /** Whether this machine allows namespaces. */
  static get isPossible(): boolean {
    try {
      ip('netns', 'add', 'sluice-probe');
      ip('netns', 'delete', 'sluice-probe');
      return true;
    } catch {
      return false;
    }
  }

  /** Whether hosts can reach what listens on 127.0.0.1 of the tests. */
  static get canShareLoopback(): boolean {
    try {
      run('iptables', '-t', 'nat', '-L', '-n');
      return Host.isPossible;
    } catch {
      return false;
    }
  }

  /** The address of all services, which each host reaches by its cable. */
  static openServices(): void {
    ip('address', 'replace', `${servicesAddress}/32`, 'dev', 'lo');
  }

  static closeServices(): void {
    ip('address', 'delete', `${servicesAddress}/32`, 'dev', 'lo');
  }

  /** @param number below 250, different for each host */
  static make(number: number): Host {
    const [name, cable] = [`sluice-h${number}`, `sluice-c${number}`];
    const [near, far] = [`10.77.${number}.1`, `10.77.${number}.2`];
    // What a script has left that was ended.
    removeQuietly(name, cable);
    try {
      ip('netns', 'add', name);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('address', 'add', `${near}/24`, 'dev', cable);
      ip('link', 'set', cable, 'up');
      ip('-netns', name, 'link', 'set', 'lo', 'up');
      ip('-netns', name, 'address', 'add', `${far}/24`, 'dev', 'eth0');
      ip('-netns', name, 'link', 'set', 'eth0', 'up');
      ip('-netns', name, 'route', 'add', 'default', 'via', near);
    } catch (error) {
      removeQuietly(name, cable);
      throw error;
    }
    return new Host(name, cable, far);
  }

  /** The words in front of a command that runs on the host. The process that they become is the command itself. */
  get prefix(): readonly string[] {
    return ['ip', 'netns', 'exec', this.name];
  }

  /**
   * Programs on the host reach what listens on 127.0.0.1 of the tests under the same address, and see the tests at it. The host has no
   * listeners on 127.0.0.1 then.
   * @returns what takes the rule of this machine back
   */
  shareLoopback(): () => void {
    const near = this.address.replace(/2$/, '1');
    const inside = (...words: readonly string[]): void => run(...this.prefix, ...words);
    for (const device of ['all', 'eth0']) inside('sh', '-c', `echo 1 > /proc/sys/net/ipv4/conf/${device}/route_localnet`);
    inside('iptables', '-t', 'nat', '-A', 'OUTPUT', '-d', '127.0.0.1', '-p', 'tcp', '-j', 'DNAT', '--to-destination', near);
    inside('iptables', '-t', 'nat', '-A', 'POSTROUTING', '-o', 'eth0', '-j', 'MASQUERADE');
    inside('iptables', '-t', 'nat', '-A', 'INPUT', '-i', 'eth0', '-s', near, '-p', 'tcp', '-j', 'SNAT', '--to-source', '127.0.0.1');
    writeFileSync(`/proc/sys/net/ipv4/conf/${this.cable}/route_localnet`, '1');
    const arrival = ['PREROUTING', '-i', this.cable, '-d', near, '-p', 'tcp', '-j', 'DNAT', '--to-destination', '127.0.0.1'];
    run('iptables', '-t', 'nat', '-A', ...arrival);
    return () => run('iptables', '-t', 'nat', '-D', ...arrival);
  }

  unplug(): void {
    ip('link', 'set', this.cable, 'down');
  }

  plug(): void {
    ip('link', 'set', this.cable, 'up');
  }

  remove(): void {
    removeQuietly(this.name, this.cable);
  }
}

export const servicesAddress = '10.77.0.1';

function ip(...words: readonly string[]): void {
  run('ip', ...words);
}

function run(command = '', ...words: readonly string[]): void {
  execFileSync(command, words, { stdio: 'pipe' });
}

/** What is half made goes, too. */
function removeQuietly(name: string, cable: string): void {
  for (const words of [
    ['link', 'delete', cable],
    ['netns', 'delete', name],
  ]) {
    try {
      ip(...words);
    } catch {
      // It was not there.
    }
  }
}
