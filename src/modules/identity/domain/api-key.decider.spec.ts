import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { apiKey, type IssueCommand } from './api-key.decider.js';
import { ApiKeyIssued, ApiKeyRevoked } from './api-key.events.js';

const facts = {
  kind: 'workspace',
  name: 'deploy bot',
  userId: 'u1',
  workspaceId: 'w1',
  displayKey: 'sk-sluice-…abcd',
  scope: 'write',
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
