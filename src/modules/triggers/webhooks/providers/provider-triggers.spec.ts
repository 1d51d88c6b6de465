import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { providers } from '../../signatures/providers.js';
import { fits } from './event-condition.js';
import { providerTrigger, providerTriggerNames } from './provider-triggers.js';

const page = readFileSync('docs/webhooks.md', 'utf8');

describe('a trigger of a provider', () => {
  it.each(providerTriggerNames)('%s is listed in docs/webhooks.md', (name) => {
    expect(page).toContain(`\`${name}\``);
  });

  it('reacts to events only if its provider states their names', () => {
    const unnamed = providerTriggerNames.filter((name) => {
      const { conditions = [], verification = 'sluice' } = providerTrigger(name) ?? {};
      return conditions.length > 0 && !('event' in providers[verification]);
    });
    expect(unnamed).toEqual([]);
  });

  it('is found by the name of a later edition', () => {
    expect(providerTrigger('linear_issue_created_v2')?.id).toBe('linear_issue_created');
    expect([providerTrigger('constructor'), providerTrigger('github_'), providerTrigger('')]).toEqual([undefined, undefined, undefined]);
  });

  it.each<[string, string, object, boolean]>([
    ['linear_issue_removed', 'Issue', { action: 'remove' }, true],
    ['linear_issue_removed', 'Issue', { action: 'create' }, false],
    ['linear_issue_removed', 'Project', { action: 'remove' }, false],
    ['jira_issue_commented', 'comment_created', {}, true],
    ['gitlab_merge_request', 'Merge Request Hook', {}, true],
    ['calcom_booking_created', 'BOOKING_CREATED', {}, true],
    ['pagerduty_incident_resolved', 'incident.resolved', {}, true],
    ['sentry_issue_resolved', 'issue', { action: 'created' }, false],
    ['intercom_conversation_reply', 'conversation.admin.replied', {}, true],
    ['github_issue_comment', 'issue_comment', { issue: { pull_request: null } }, true],
    ['github_pr_closed', 'pull_request', { action: 'closed' }, false],
  ])('%s: the event %s with %j fits: %s', (name, event, body, expected) => {
    const { conditions } = providerTrigger(name) ?? { conditions: [] };
    expect(conditions.some((condition) => fits(condition, event, body as never))).toBe(expected);
  });
});
