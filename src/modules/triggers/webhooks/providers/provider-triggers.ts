import type { ProviderName } from '../../signatures/providers.js';
import { absent, on, present, type EventCondition } from './event-condition.js';

type Reactions = Readonly<Record<string, readonly EventCondition[]>>;

/** The triggers of one provider. Every provider also has `<prefix>_webhook`, which reacts to all events. */
interface Family {
  /** How its deliveries are signed. */
  readonly verification: ProviderName;
  /** The provider as lists show it, if that is not the prefix. */
  readonly provider?: string;
  /** The last part of the name of each trigger, and the events that it reacts to: those that fit one of the conditions. */
  readonly reactsTo?: Reactions;
}

const named = (events: Readonly<Record<string, readonly string[]>>): Reactions =>
  Object.fromEntries(Object.entries(events).map(([trigger, names]) => [trigger, names.map((name) => on(name))]));

/** Triggers that have the names of their events, with other separators. */
const same = (...events: readonly string[]): Reactions =>
  named(Object.fromEntries(events.map((event) => [event.toLowerCase().replaceAll('.', '_'), [event]])));

const linear = (what: string, type: string, ...actions: readonly string[]): [string, EventCondition[]][] =>
  actions.map((action) => [`${what}_${action}d`, [on(type, { action })]]);

/** By the first part of the name of the triggers. */
const families: Readonly<Record<string, Family>> = {
  github: {
    verification: 'github',
    reactsTo: {
      push: [on('push')],
      issue_opened: [on('issues', { action: 'opened' })],
      issue_closed: [on('issues', { action: 'closed' })],
      issue_comment: [on('issue_comment', { 'issue.pull_request': absent })],
      pr_opened: [on('pull_request', { action: 'opened' })],
      pr_closed: [on('pull_request', { action: 'closed', 'pull_request.merged': false })],
      pr_merged: [on('pull_request', { action: 'closed', 'pull_request.merged': true })],
      pr_comment: [on('issue_comment', { 'issue.pull_request': present })],
      pr_reviewed: [on('pull_request_review', { action: 'submitted' })],
      release_published: [on('release', { action: 'published' })],
      workflow_run: [on('workflow_run')],
    },
  },
  gitlab: {
    verification: 'gitlab',
    reactsTo: named({
      push: ['Push Hook'],
      issue: ['Issue Hook'],
      merge_request: ['Merge Request Hook'],
      comment: ['Note Hook'],
      pipeline: ['Pipeline Hook'],
    }),
  },
  stripe: { verification: 'stripe' },
  slack: { verification: 'slack' },
  linear: {
    verification: 'linear',
    reactsTo: Object.fromEntries([
      ...linear('issue', 'Issue', 'create', 'update', 'remove'),
      ...linear('comment', 'Comment', 'create', 'update'),
      ...linear('project', 'Project', 'create', 'update'),
      ...linear('cycle', 'Cycle', 'create', 'update'),
      ...linear('label', 'IssueLabel', 'create', 'update'),
      ...linear('project_update', 'ProjectUpdate', 'create'),
      ...linear('customer_request', 'CustomerNeed', 'create', 'update'),
    ]),
  },
  jira: {
    verification: 'jira',
    reactsTo: {
      ...same('comment_updated', 'comment_deleted', 'worklog_created', 'worklog_updated', 'worklog_deleted'),
      ...same('sprint_created', 'sprint_started', 'sprint_closed', 'sprint_updated', 'sprint_deleted'),
      ...same('project_created', 'project_updated', 'project_deleted', 'board_created', 'board_updated', 'board_deleted'),
      ...same('attachment_created', 'attachment_deleted', 'issuelink_created', 'issuelink_deleted'),
      ...named({
        issue_created: ['jira:issue_created'],
        issue_updated: ['jira:issue_updated'],
        issue_deleted: ['jira:issue_deleted'],
        issue_commented: ['comment_created'],
        board_config_changed: ['board_configuration_changed'],
        version_created: ['jira:version_created'],
        version_updated: ['jira:version_updated'],
        version_deleted: ['jira:version_deleted'],
        version_released: ['jira:version_released'],
        version_unreleased: ['jira:version_unreleased'],
      }),
    },
  },
  confluence: {
    verification: 'confluence',
    reactsTo: {
      ...same('page_created', 'page_updated', 'page_removed', 'page_restored', 'page_moved', 'page_permissions_updated'),
      ...same('blog_created', 'blog_updated', 'blog_removed', 'blog_restored', 'comment_created', 'comment_updated', 'comment_removed'),
      ...same('attachment_created', 'attachment_updated', 'attachment_removed', 'space_created', 'space_updated', 'space_removed'),
      ...same('label_added', 'label_removed', 'user_created'),
    },
  },
  telegram: { verification: 'telegram' },
  notion: {
    verification: 'notion',
    reactsTo: {
      ...same('page.created', 'page.content_updated', 'page.properties_updated', 'page.deleted', 'comment.created'),
      ...same('database.created', 'database.schema_updated', 'database.deleted'),
    },
  },
  typeform: { verification: 'typeform' },
  calcom: {
    verification: 'cal-com',
    provider: 'cal-com',
    reactsTo: {
      ...same('BOOKING_CREATED', 'BOOKING_CANCELLED', 'BOOKING_RESCHEDULED', 'BOOKING_REQUESTED', 'BOOKING_REJECTED', 'BOOKING_PAID'),
      ...same('MEETING_ENDED', 'RECORDING_READY'),
    },
  },
  sentry: {
    verification: 'sentry',
    reactsTo: {
      error_created: [on('error', { action: 'created' })],
      issue_created: [on('issue', { action: 'created' })],
      issue_resolved: [on('issue', { action: 'resolved' })],
      issue_alert: [on('event_alert')],
      metric_alert: [on('metric_alert')],
    },
  },
  pagerduty: {
    verification: 'pagerduty',
    reactsTo: same('incident.triggered', 'incident.acknowledged', 'incident.resolved', 'incident.escalated', 'incident.reassigned'),
  },
  zendesk: {
    verification: 'zendesk',
    reactsTo: named({
      ticket_created: ['zen:event-type:ticket.created'],
      ticket_comment_added: ['zen:event-type:ticket.comment_added'],
      ticket_status_changed: ['zen:event-type:ticket.status_changed'],
      ticket_priority_changed: ['zen:event-type:ticket.priority_changed'],
    }),
  },
  zoom: {
    verification: 'zoom',
    reactsTo: {
      ...same('meeting.started', 'meeting.ended', 'recording.completed'),
      ...named({ participant_joined: ['meeting.participant_joined'], participant_left: ['meeting.participant_left'] }),
    },
  },
  monday: { verification: 'monday' },
  intercom: {
    verification: 'intercom',
    reactsTo: named({
      contact_created: ['contact.lead.created', 'contact.created'],
      user_created: ['contact.user.created', 'user.created'],
      conversation_created: ['conversation.user.created'],
      conversation_reply: ['conversation.user.replied', 'conversation.admin.replied'],
      conversation_closed: ['conversation.admin.closed'],
    }),
  },
  vercel: {
    verification: 'vercel',
    reactsTo: {
      ...same('deployment.created', 'deployment.error', 'deployment.canceled', 'project.created', 'project.removed', 'domain.created'),
      ...named({ deployment_ready: ['deployment.ready', 'deployment.succeeded'] }),
    },
  },
  shopify: { verification: 'shopify' },
  whatsapp: { verification: 'whatsapp' },
  meta: { verification: 'meta' },
  microsoftteams: { verification: 'teams', provider: 'teams' },
  microsoftteams_chat: { verification: 'microsoft-graph', provider: 'microsoft-graph', reactsTo: { subscription: [] } },
  twilio: { verification: 'twilio' },
  twilio_voice: { verification: 'twilio', provider: 'twilio' },
  resend: {
    verification: 'standard-webhooks',
    reactsTo: {
      ...same('email.sent', 'email.delivered', 'email.bounced', 'email.complained', 'email.opened', 'email.clicked', 'email.failed'),
    },
  },
  clerk: {
    verification: 'standard-webhooks',
    reactsTo: {
      ...same('user.created', 'user.updated', 'user.deleted', 'organization.created', 'organization.updated', 'organization.deleted'),
      ...same('session.created', 'session.ended', 'session.removed', 'session.revoked'),
      ...named({
        organization_membership_created: ['organizationMembership.created'],
        organization_membership_updated: ['organizationMembership.updated'],
        organization_membership_deleted: ['organizationMembership.deleted'],
      }),
    },
  },
};

/** A trigger that a block of a provider has. */
export interface ProviderTrigger {
  readonly id: string;
  readonly provider: string;
  readonly verification: ProviderName;
  /** Events that fit one of them start runs; empty: all events do. */
  readonly conditions: readonly EventCondition[];
}

const triggers: ReadonlyMap<string, ProviderTrigger> = new Map(
  Object.entries(families).flatMap(([prefix, { verification, provider = prefix, reactsTo = {} }]) =>
    Object.entries({ webhook: [], ...reactsTo }).map(([last, conditions]) => {
      const id = `${prefix}_${last}`;
      return [id, { id, provider, verification, conditions }] as const;
    }),
  ),
);

/** The trigger with this name; later editions of a trigger are named with `_v2`. Undefined for an unknown name. */
export function providerTrigger(name: string): ProviderTrigger | undefined {
  return triggers.get(name.replace(/_v\d+$/, ''));
}

/** The names of all triggers of providers. */
export const providerTriggerNames: readonly string[] = [...triggers.keys()];
