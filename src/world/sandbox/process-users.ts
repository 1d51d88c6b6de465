import { randomInt } from 'node:crypto';

/** Ids that systemd leaves unused, and that a container with the usual 65,536 ids has too. */
const firstUser = 60_706;
const userCount = 478;

const inUse = new Set<number>();
/** Random, so that servers of one machine rarely use the same ids. */
let position = randomInt(userCount);

/** Reserves a user id that no other process of this server has. Beyond 478 processes, ids are used twice. */
export function takeUser(): number {
  for (let tried = 0; tried < userCount; tried += 1) {
    position = (position + 1) % userCount;
    if (!inUse.has(firstUser + position)) break;
  }
  inUse.add(firstUser + position);
  return firstUser + position;
}

/** Makes the id of an ended process available again. */
export function releaseUser(user: number): void {
  inUse.delete(user);
}
