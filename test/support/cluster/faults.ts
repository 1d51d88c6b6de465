import { jump } from '../jumping-clock.js';
import type { Callers } from './callers.js';
import type { ClusterHost, ClusterWorld, Member } from './cluster-world.js';
import { intact, type LinkState } from './link.js';

/** Something that goes wrong in a cluster at work, and comes to an end. */
export type ClusterFault = (world: ClusterWorld, callers: Callers) => Promise<void>;

const secondsOfSilence = 8;
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The ways of a host to the database are in a state for a while. Connections that have lost bytes do not work afterwards. */
function links(index: number, state: Partial<LinkState>, { resets = true, seconds = secondsOfSilence } = {}): ClusterFault {
  return async (world, callers) => {
    const { database } = hostOf(world, index);
    for (const link of database) link.state = { ...intact, ...state };
    await pause(seconds);
    for (const link of database) link.state = intact;
    if (resets) for (const link of database) link.reset();
    await callers.progress();
  };
}

function killed(role: Member['role']): ClusterFault {
  return async (world, callers) => {
    for (const { host, members } of world.hosts) {
      for (const member of members.filter((each) => each.role === role)) {
        await member.process.kill('SIGKILL');
        // Where no other process of the role is left, nothing can be answered before it is there again.
        if (role !== 'api' || world.members.some((other) => other !== member && other.role === 'api')) await callers.progress(20);
        await world.start(member, host.prefix);
        await callers.progress(20);
      }
    }
  };
}

async function setClocks({ members }: ClusterHost): Promise<void> {
  for (const { process } of members) jump(process);
  // A signal that comes before the one before it was seen is lost.
  await pause(0.5);
}

function hostOf(world: ClusterWorld, index: number): ClusterHost {
  const host = world.hosts[index];
  if (host === undefined) throw new RangeError(`The cluster has no host ${index}`);
  return host;
}

/** By name. The last one changes which server is the primary, so it comes last. */
export const clusterFaults: Readonly<Record<string, ClusterFault>> = {
  'slow database': links(0, { toService: { delayMs: 20 }, toHost: { delayMs: 20 } }, { resets: false }),
  'narrow network': links(0, { toService: { bytesPerSecond: 200_000 }, toHost: { bytesPerSecond: 200_000 } }, { resets: false }),
  'connections reset': async (world, callers) => {
    for (let time = 0; time < 5; time += 1) {
      for (const link of hostOf(world, time % 3).database) link.reset();
      await callers.progress(20);
    }
  },
  'no new connections': links(0, { accepts: false }),
  'half-open connections': links(0, { toService: undefined, toHost: undefined }),
  'requests to the database lost': links(1, { toService: undefined }),
  'answers of the database lost': links(1, { toHost: undefined }),
  'a host unplugged': async (world, callers) => {
    const { host } = hostOf(world, 0);
    host.unplug();
    await pause(secondsOfSilence);
    host.plug();
    await callers.progress();
  },
  'the follower unplugged': async (world, callers) => {
    const { host } = hostOf(world, 2);
    host.unplug();
    await pause(2 * secondsOfSilence);
    host.plug();
    await callers.progress();
  },
  'clocks three hours apart': async (world, callers) => {
    const [one, other] = [hostOf(world, 0), hostOf(world, 1)];
    // One host is early, the other one late.
    for (const host of [one, other, other]) await setClocks(host);
    await callers.progress(200);
    // The host that is late continues with the runs of the one that is early, and then the other way round. New processes are right.
    for (const host of [one, other]) {
      await Promise.all(host.members.map(({ process }) => process.kill('SIGKILL')));
      await callers.progress();
      for (const member of host.members) await world.start(member, host.host.prefix);
      await callers.progress();
    }
  },
  'the standby stopped': async (world, callers) => {
    world.standby.signal('SIGSTOP');
    await pause(secondsOfSilence);
    world.standby.signal('SIGCONT');
    await callers.progress();
  },
  'signals wiped, frozen and stopped': async (world, callers) => {
    await world.signals.wipe();
    await callers.progress();
    world.signals.freeze();
    await callers.progress();
    world.signals.thaw();
    await world.signals.stop();
    await callers.progress();
    await world.signals.start();
    await callers.progress();
  },
  'API processes killed': killed('api'),
  'workers killed': killed('worker'),
  'the follower killed': killed('follower'),
  'the primary killed': async (world, callers) => {
    await world.primary.kill();
    await world.standby.promote();
    await callers.progress(100);
  },
};
