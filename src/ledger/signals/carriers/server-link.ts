import type { Redis, RedisOptions } from 'ioredis';

/** One pair of connections to a signals server: a connection that has subscribed to channels cannot send. */
export interface ServerLink {
  /** @returns how many connections the server has passed the text on to */
  publish(channel: string, text: string): Promise<number>;
  subscribe(...channels: readonly string[]): void;
  unsubscribe(channel: string): void;
  close(): void;
}

interface LinkOptions {
  readonly address: string;
  readonly channels: readonly string[];
  readonly onMessage: (channel: string, text: string) => void;
  /** Called once, when a connection of an open link is lost. */
  readonly onLost: (error: Error) => void;
}

const connectMs = 2_000;

/** A link is not repaired: after a fault a new one is opened, so that no state of a former connection remains. */
const settings: RedisOptions = {
  lazyConnect: true,
  connectTimeout: connectMs,
  disconnectTimeout: 100,
  retryStrategy: () => null,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  // Asks for permissions that publishing and subscribing do not need.
  enableReadyCheck: false,
  disableClientInfo: true,
  noDelay: true,
};

/** Connects and subscribes. @throws an error that names the cause, at the latest after 2 s */
export async function openLink({ address, channels, onMessage, onLost }: LinkOptions): Promise<ServerLink> {
  const { Redis } = await import('ioredis');
  const server = address.replace(/^valkey/, 'redis');
  const publisher = new Redis(server, { ...settings, enableAutoPipelining: true });
  const subscriber = new Redis(server, settings);
  const both = [publisher, subscriber];
  let isOpen = false;
  const close = (): void => {
    isOpen = false;
    for (const connection of both) connection.disconnect();
  };
  const lost = new Promise<never>((_, reject) => {
    const end = (error: Error): void => {
      reject(error);
      if (isOpen) onLost(error);
      close();
    };
    for (const connection of both) watch(connection, end);
    setTimeout(() => reject(new Error(`No connection within ${connectMs / 1000} s`)), connectMs).unref();
  });
  try {
    await Promise.race([lost, connect(publisher, subscriber, channels)]);
  } catch (error) {
    close();
    throw error;
  }
  isOpen = true;
  subscriber.on('message', (channel: string, text: string) => {
    if (isOpen) onMessage(channel, text);
  });
  const later = (command: Promise<unknown>): void => void command.catch(() => undefined);
  return {
    publish: (channel, text) => publisher.publish(channel, text),
    subscribe: (...more) => {
      if (more.length > 0) later(subscriber.subscribe(...more));
    },
    unsubscribe: (channel) => later(subscriber.unsubscribe(channel)),
    close,
  };
}

async function connect(publisher: Redis, subscriber: Redis, channels: readonly string[]): Promise<void> {
  await Promise.all([publisher.connect(), subscriber.connect()]);
  await Promise.all([publisher.ping(), subscriber.subscribe(...channels)]);
}

/** The library tells of an error first, and of the end of the connection afterwards. */
function watch(connection: Redis, end: (error: Error) => void): void {
  let cause = new Error('The connection ended');
  connection.on('error', (error: Error) => (cause = error));
  connection.on('end', () => end(cause));
}
