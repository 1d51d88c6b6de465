import { describe, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { user } from './user.decider.js';
import {
  IdentityLinked,
  IdentityUnlinked,
  OperatorAppointed,
  OperatorDismissed,
  PasswordSet,
  RecoveryCodesReplaced,
  SecondFactorEnabled,
  SecondFactorRemoved,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
} from './user.events.js';

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

  it('is made an operator and is one no more, each once', () => {
    given(user, [created])
      .when({ type: 'appoint' })
      .then([OperatorAppointed({})]);
    given(user, [created, OperatorAppointed({})])
      .when({ type: 'appoint' })
      .then([]);
    given(user, [created, OperatorAppointed({})])
      .when({ type: 'dismiss' })
      .then([OperatorDismissed({})]);
    given(user, [created, OperatorAppointed({}), OperatorDismissed({})])
      .when({ type: 'dismiss' })
      .then([]);
  });

  it('is renamed, unless it has that name', () => {
    given(user, [created])
      .when({ type: 'rename', name: 'Ada L.' })
      .then([UserRenamed({ name: 'Ada L.' })]);
    given(user, [created, UserRenamed({ name: 'Ada L.' })])
      .when({ type: 'rename', name: 'Ada L.' })
      .then([]);
  });

  it('turns a second factor on once, and off', () => {
    given(user, [created])
      .when({ type: 'enable-second-factor' })
      .then([SecondFactorEnabled({})]);
    given(user, [created, SecondFactorEnabled({})])
      .when({ type: 'enable-second-factor' })
      .refuses('CONFLICT', 'The second factor is on: turn it off first');
    given(user, [created, SecondFactorEnabled({})])
      .when({ type: 'remove-second-factor', by: 'user' })
      .then([SecondFactorRemoved({ by: 'user' })]);
    given(user, [created]).when({ type: 'remove-second-factor', by: 'recovery' }).then([]);
  });

  it('gets recovery codes for a second factor alone', () => {
    given(user, [created, SecondFactorEnabled({})])
      .when({ type: 'replace-recovery-codes' })
      .then([RecoveryCodesReplaced({})]);
    given(user, [created, SecondFactorEnabled({}), SecondFactorRemoved({ by: 'user' })])
      .when({ type: 'replace-recovery-codes' })
      .refuses('CONFLICT', 'The second factor is off');
  });

  it('is linked once with an account at a provider, and keeps one way in', () => {
    const account = { provider: 'company', issuer: 'https://login.example.org', subject: 'a-1', email: 'ada@example.org' };
    const linked = IdentityLinked({ identityId: 'one', ...account });
    given(user, [created])
      .when({ type: 'link-identity', identityId: 'one', ...account })
      .then([linked]);
    given(user, [created, linked])
      .when({ type: 'link-identity', identityId: 'two', ...account })
      .then([]);
    given(user, [created, linked]).when({ type: 'unlink-identity', identityId: 'one' }).refuses('LAST_WAY_IN');
    given(user, [created, linked]).when({ type: 'unlink-identity', identityId: 'two' }).refuses('NOT_FOUND', 'Account not found');
    given(user, [created, linked, PasswordSet({ by: 'user' })])
      .when({ type: 'unlink-identity', identityId: 'one' })
      .then([IdentityUnlinked({ identityId: 'one' })]);
  });

  it('is not there before that', () => {
    given(user, []).when({ type: 'suspend' }).refuses('NOT_FOUND', 'User not found');
    given(user, []).when({ type: 'appoint' }).refuses('NOT_FOUND', 'User not found');
    given(user, []).when({ type: 'reinstate' }).refuses('NOT_FOUND', 'User not found');
  });
});
