import { assertNever } from '#kernel/assert-never.js';
import type { KeyKind, Permission } from '#kernel/caller.js';
import type { Decider } from '#kernel/decider.js';
import { invalidField, notFound } from '#kernel/errors.js';
import { ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated, type ApiKeyEvent } from './api-key.events.js';
import type { KeyArea } from './key-scope.js';

export interface IssueCommand {
  readonly type: 'issue';
  readonly kind: KeyKind;
  readonly name: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly displayKey: string;
  readonly expiresAt: string | null;
  readonly scope: Permission | null;
  readonly areas: readonly KeyArea[];
  readonly allowedIps: readonly string[];
  readonly at: string;
}

export type ApiKeyCommand =
  IssueCommand | { readonly type: 'rotate'; readonly displayKey: string; readonly formerUntil: string } | { readonly type: 'revoke' };
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
      case 'rotate':
        if (state !== 'issued') throw notFound('API key');
        return [ApiKeyRotated({ displayKey: command.displayKey, formerUntil: command.formerUntil })];
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
      case 'api-key.rotated':
        return 'issued';
      case 'api-key.revoked':
        return 'revoked';
      default:
        return assertNever(event);
    }
  },
};
