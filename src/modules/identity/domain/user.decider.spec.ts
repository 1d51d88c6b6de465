import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { user } from './user.decider.js';
import { UserCreated, UserReinstated, UserSuspended } from './user.events.js';

const created = UserCreated({ email: 'ada@example.org', name: 'Ada', isOperator: false });

describe('a user', () => {
  it('is created', () => {
    given(user, []).when({ type: 'create', email: 'ada@example.org', name: 'Ada', isOperator: false }).then([created]);
  });

  it('is suspended and reinstated, each once', () => {
    given(user, [created])
      .when({ type: 'suspend' })
      .then([UserSuspended({})]);
    given(user, [created, UserSuspended({})])
      .when({ type: 'suspend' })
      .then([]);
    given(user, [created, UserSuspended({})])
      .when({ type: 'reinstate' })
      .then([UserReinstated({})]);
    given(user, [created]).when({ type: 'reinstate' }).then([]);
  });

  it('is not there before that', () => {
    given(user, []).when({ type: 'suspend' }).refuses('NOT_FOUND', 'User not found');
    given(user, []).when({ type: 'reinstate' }).refuses('NOT_FOUND', 'User not found');
  });
});
