import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './bed.js';

/** A Redis or Valkey server of this machine that keeps its port. */
export interface BenchSignalsServer {
  readonly address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections and deletes everything. */
  wipe(): Promise<void>;
}

/** Starts the `redis-server` of this machine, or the program that `SIGNALS_PROGRAM` names. */
export async function startSignalsServer(): Promise<BenchSignalsServer> {
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  const program = process.env.SIGNALS_PROGRAM ?? 'redis-server';
  const begin = () =>
    spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  let child = begin();
  const asOperator = async (work: (redis: Redis) => Promise<unknown>): Promise<void> => {
    const redis = new Redis(address);
    redis.on('error', () => undefined);
    await work(redis);
    redis.disconnect();
  };
  const answers = (): Promise<void> => asOperator((redis) => redis.ping());
  await answers();
  return {
    address,
    start: async () => {
      child = begin();
      await answers();
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    wipe: () =>
      asOperator(async (redis) => {
        await redis.flushall();
        for (const kind of ['pubsub', 'normal']) await redis.call('client', 'kill', 'type', kind, 'skipme', 'yes');
      }),
  };
}
