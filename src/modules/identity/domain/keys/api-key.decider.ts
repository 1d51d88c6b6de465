import type { KeyKind, Permission } from '#kernel/caller.js';
import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, invalidField, notFound } from '#kernel/errors.js';
import { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated, type ApiKeyEvent } from './api-key.events.js';
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

/** What may be otherwise later. */
export type KeySettings = Pick<IssueCommand, 'name' | 'expiresAt' | 'allowedIps'>;

export type ApiKeyCommand =
  | IssueCommand
  | { readonly type: 'rotate'; readonly displayKey: string; readonly formerUntil: string; readonly at: string }
  | { readonly type: 'change'; readonly changes: Partial<KeySettings>; readonly at: string }
  | { readonly type: 'revoke' };

/** Undefined: there is none, or none any more. */
export type ApiKeyState = KeySettings | undefined;

export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initial: undefined,

  decide(command, state) {
    switch (command.type) {
      case 'issue': {
        const { type: _, at, ...facts } = command;
        requireFuture(facts.expiresAt, at);
        return [ApiKeyIssued(facts)];
      }
      case 'rotate':
        requireValid(state, command.at);
        return [ApiKeyRotated({ displayKey: command.displayKey, formerUntil: command.formerUntil })];
      case 'change':
        return change(requireValid(state, command.at), command);
      case 'revoke':
        if (state === undefined) throw notFound('API key');
        return [ApiKeyRevoked({})];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'api-key.issued':
      case 'api-key.changed': {
        const { name, expiresAt, allowedIps } = event.payload;
        return { name, expiresAt, allowedIps };
      }
      case 'api-key.rotated':
        return state;
      case 'api-key.revoked':
        return undefined;
      default:
        return assertNever(event);
    }
  },
};

/** A key that has expired has ended: no caller could use another value of it. */
function requireValid(state: ApiKeyState, at: string): KeySettings {
  if (state === undefined) throw notFound('API key');
  if (state.expiresAt !== null && state.expiresAt <= at) {
    throw conflict('CONFLICT', `The API key expired at ${state.expiresAt} and stays so: issue another one`);
  }
  return state;
}

function change(state: KeySettings, { changes, at }: Extract<ApiKeyCommand, { type: 'change' }>): readonly ApiKeyEvent[] {
  if (changes.expiresAt !== undefined) requireFuture(changes.expiresAt, at);
  const wanted = { ...state, ...changes };
  return JSON.stringify(wanted) === JSON.stringify(state) ? [] : [ApiKeyChanged(wanted)];
}

function requireFuture(expiresAt: string | null, at: string): void {
  if (expiresAt !== null && expiresAt <= at) throw invalidField('expiresAt', 'expiresAt must be in the future');
}
