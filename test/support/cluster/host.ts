import { execFileSync } from 'node:child_process';

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
  execFileSync('ip', words, { stdio: 'pipe' });
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
