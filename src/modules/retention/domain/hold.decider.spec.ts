import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { hold } from './hold.decider.js';
import { ExecutionHeld, ExecutionReleased } from './hold.events.js';

const executionId = 'e';
const placed = ExecutionHeld({ executionId, reason: 'a dispute' });

describe('a hold', () => {
  it('is placed, and placed again without effect', () => {
    given(hold, []).when({ type: 'place', executionId, reason: 'a dispute' }).then([placed]);
    given(hold, [placed]).when({ type: 'place', executionId, reason: 'a dispute' }).then([]);
  });

  it('can be given another reason', () => {
    const other = ExecutionHeld({ executionId, reason: 'an audit' });
    given(hold, [placed]).when({ type: 'place', executionId, reason: 'an audit' }).then([other]);
  });

  it('is released, and released again without effect', () => {
    const released = ExecutionReleased({ executionId });
    given(hold, [placed]).when({ type: 'release', executionId }).then([released]);
    given(hold, [placed, released]).when({ type: 'release', executionId }).then([]);
    given(hold, []).when({ type: 'release', executionId }).then([]);
  });
});
