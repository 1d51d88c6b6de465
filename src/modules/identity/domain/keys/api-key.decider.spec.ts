import { describe, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { apiKey, type IssueCommand } from './api-key.decider.js';
import { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from './api-key.events.js';

const facts = {
  kind: 'workspace',
  name: 'deploy bot',
  userId: 'u1',
  workspaceId: 'w1',
  displayKey: 'sk-sluice-…abcd',
  scope: 'write',
  areas: ['logs'],
  allowedIps: ['192.0.2.0/24'],
} as const;
const at = '2031-03-04T05:06:07.000Z';
const issue = (expiresAt: string | null): IssueCommand => ({ type: 'issue', ...facts, expiresAt, at });
const issued = ApiKeyIssued({ ...facts, expiresAt: null });

describe('an API key', () => {
  it('is issued for ever or until a moment to come', () => {
    given(apiKey, []).when(issue(null)).then([issued]);
    given(apiKey, [])
      .when(issue('2031-03-04T05:06:07.001Z'))
      .then([ApiKeyIssued({ ...facts, expiresAt: '2031-03-04T05:06:07.001Z' })]);
  });

  it('is not issued until a moment that has passed', () => {
    given(apiKey, []).when(issue(at)).refuses('VALIDATION_FAILED', 'expiresAt must be in the future');
  });

  it('is given another value as often as wanted, until it is revoked', () => {
    const rotate = { type: 'rotate', displayKey: 'sk-sluice-…efgh', formerUntil: at, at } as const;
    const rotated = ApiKeyRotated({ displayKey: 'sk-sluice-…efgh', formerUntil: at });
    given(apiKey, [issued]).when(rotate).then([rotated]);
    given(apiKey, [issued, rotated]).when(rotate).then([rotated]);
    given(apiKey, [issued, rotated, ApiKeyRevoked({})])
      .when(rotate)
      .refuses('NOT_FOUND', 'API key not found');
    given(apiKey, []).when(rotate).refuses('NOT_FOUND');
  });

  it('is given no other value from when on it has expired', () => {
    const rotate = (moment: string) => ({ type: 'rotate', displayKey: 'sk-sluice-…efgh', formerUntil: at, at: moment }) as const;
    const history = [ApiKeyIssued({ ...facts, expiresAt: at })];
    given(apiKey, history)
      .when(rotate('2031-03-04T05:06:06.999Z'))
      .then([ApiKeyRotated({ displayKey: 'sk-sluice-…efgh', formerUntil: at })]);
    given(apiKey, history).when(rotate(at)).refuses('CONFLICT', `The API key expired at ${at} and stays so: issue another one`);
    given(apiKey, history)
      .when({ type: 'revoke' })
      .then([ApiKeyRevoked({})]);
  });

  it('is changed as far as something is otherwise, until it expires or is revoked', () => {
    const settings = { name: facts.name, expiresAt: null, allowedIps: facts.allowedIps };
    const change = (changes: object, moment = at) => ({ type: 'change', changes, at: moment }) as const;
    given(apiKey, [issued])
      .when(change({ name: facts.name }))
      .then([]);
    given(apiKey, [issued])
      .when(change({ name: 'other' }))
      .then([ApiKeyChanged({ ...settings, name: 'other' })]);
    const until = ApiKeyChanged({ ...settings, expiresAt: '2031-03-04T05:06:08.000Z' });
    given(apiKey, [issued])
      .when(change({ expiresAt: '2031-03-04T05:06:08.000Z' }))
      .then([until]);
    given(apiKey, [issued, until])
      .when(change({ allowedIps: [], expiresAt: null }))
      .then([ApiKeyChanged({ ...settings, allowedIps: [] })]);
    given(apiKey, [issued])
      .when(change({ expiresAt: at }))
      .refuses('VALIDATION_FAILED', 'expiresAt must be in the future');
    given(apiKey, [issued, until])
      .when(change({ name: 'other' }, '2031-03-04T05:06:08.000Z'))
      .refuses('CONFLICT');
    given(apiKey, [issued, ApiKeyRevoked({})])
      .when(change({ name: 'other' }))
      .refuses('NOT_FOUND');
  });

  it('is revoked once', () => {
    given(apiKey, [issued])
      .when({ type: 'revoke' })
      .then([ApiKeyRevoked({})]);
    given(apiKey, [issued, ApiKeyRevoked({})])
      .when({ type: 'revoke' })
      .refuses('NOT_FOUND', 'API key not found');
    given(apiKey, []).when({ type: 'revoke' }).refuses('NOT_FOUND');
  });
});
