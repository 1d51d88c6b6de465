import { describe, expect, it } from '@jest/globals';
import { after, beginning } from './mail-place.js';

const since = '2026-11-23T12:00:00.000Z';
const message = (uid: number, minute: number) => ({
  uid,
  receivedAt: `2026-11-23T${minute < 0 ? '11' : '12'}:${String(Math.abs(minute)).padStart(2, '0')}:00.000Z`,
});

describe('the place in a mailbox', () => {
  it('begins before the first message that was received since', () => {
    const opened = { uidValidity: '7', uidNext: 20 };
    expect(beginning(opened, since, [])).toMatchObject({ lastUid: 19, firstUid: 20 });
    expect(beginning(opened, since, [message(10, -5), message(12, 0), message(13, 4)])).toMatchObject({ lastUid: 11, firstUid: 20 });
  });

  it('remembers when the latest message was received, whatever the order', () => {
    const place = after(after(beginning({ uidValidity: '7', uidNext: 1 }, since, []), message(1, 5), true), message(2, 3), true);
    expect(place).toMatchObject({ lastUid: 2, latest: message(0, 5).receivedAt, unmarked: [1, 2] });
  });

  it('keeps the last 1,000 messages that cannot be marked', () => {
    let place = beginning({ uidValidity: '7', uidNext: 1 }, since, []);
    for (let uid = 1; uid <= 1_001; uid += 1) place = after(place, message(uid, 1), true);
    expect([place.unmarked.length, place.unmarked[0]]).toEqual([1_000, 2]);
  });
});
