import { assertNever } from '#kernel/assert-never.js';
import type { KeyKind, Permission } from '#kernel/caller.js';
import type { Decider } from '#kernel/decider.js';
import { invalidField, notFound } from '#kernel/errors.js';
import { ApiKeyIssued, ApiKeyRevoked, type ApiKeyEvent } from './api-key.events.js';

export interface IssueCommand {
  readonly type: 'issue';
  readonly kind: KeyKind;
  readonly name: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly displayKey: string;
  readonly expiresAt: string | null;
  readonly scope: Permission;
  readonly at: string;
}

export type ApiKeyCommand = IssueCommand | { readonly type: 'revoke' };
export type ApiKeyState = 'none' | 'issued' | 'revoked';

export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initial: 'none',

  decide(command, state) {
    switch (command.type) {
      case 'issue': {
        const { type: _, at, ...facts } = command;
        if (facts.expiresAt !== null && facts.expiresAt <= at) throw invalidField('expiresAt', 'expiresAt must be in the future');
        return [ApiKeyIssued(facts)];
      }
      case 'revoke':
        if (state !== 'issued') throw notFound('API key');
        return [ApiKeyRevoked({})];
      default:
        return assertNever(command);
    }
  },

  evolve(_, event) {
    switch (event.type) {
      case 'api-key.issued':
        return 'issued';
      case 'api-key.revoked':
        return 'revoked';
      default:
        return assertNever(event);
    }
  },
};
