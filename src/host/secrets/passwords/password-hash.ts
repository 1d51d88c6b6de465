import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { InfrastructureFault } from '#kernel/errors.js';

/** The work of one attempt: 19 MiB of memory, two passes. The values are part of each hash, so they can be raised later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

/** Each takes 19 MiB: many at once must not be a way to fill the memory. */
const mostAtOnce = 2;
const mostWaiting = 32;
const waiting: (() => void)[] = [];
let running = 0;

/** Works in turn. @throws InfrastructureFault while too many wait */
async function inTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (running >= mostAtOnce && waiting.length >= mostWaiting)
    throw new InfrastructureFault('Too many passwords are checked at once', { retryAfterSeconds: 2 });
  while (running >= mostAtOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
  running += 1;
  try {
    return await derive(parameters);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** A hash of a password by Argon2id with its own salt, in the usual text form. It is computed outside the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const tag = await inTurn({ message: password, nonce, tagLength: tagBytes, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/** A hash that no password matches, and whose check is the same work. */
export function hashOfNothing(): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(randomBytes(saltBytes))}$${plain(randomBytes(tagBytes))}`;
}

/** Whether the password is the one of the hash. The time does not depend on how much of it is right. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = form.exec(hash) ?? [];
  if (memory === undefined) return false;
  const tag = Buffer.from(expected, 'base64');
  const work = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(await inTurn({ message: password, nonce: Buffer.from(salt, 'base64'), tagLength: tag.length, ...work }), tag);
}

/** Whether the hash was made with other work than a new one. */
export function isOutdatedHash(hash: string): boolean {
  const { memory, passes, parallelism } = cost;
  return !hash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
