import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import {
  TriggerBackfilled,
  TriggerDisabled,
  TriggerFailureLimitChanged,
  TriggerPaused,
  TriggerReconfigured,
  TriggerRegistered,
  TriggerResumed,
  TriggerRetired,
  TriggerSecretRotated,
  type TriggerEvent,
} from './trigger.events.js';
import type { DisableReason, PauseMode, RetireReason, TriggerSettings, TriggerState } from './trigger.state.js';

interface Register {
  readonly type: 'register';
  readonly workflowId: string;
  readonly blockId: string;
  readonly settings: TriggerSettings;
  /** The address that the trigger gets if it receives HTTP requests and has none yet; null: it receives none. */
  readonly newPath: string | null;
  readonly at: string;
}

/** Times are ISO 8601, UTC. */
export type TriggerCommand =
  | Register
  | { readonly type: 'pause'; readonly mode: PauseMode; readonly at: string }
  | { readonly type: 'resume'; readonly at: string }
  | { readonly type: 'disable'; readonly reason: DisableReason; readonly failures: number; readonly at: string }
  | { readonly type: 'limit-failures'; readonly failureLimit: number | null; readonly at: string }
  | { readonly type: 'retire'; readonly reason: RetireReason; readonly at: string }
  | { readonly type: 'rotate-secret'; readonly formerUntil: string; readonly at: string }
  | { readonly type: 'backfill'; readonly from: string; readonly to: string; readonly occurrences: number; readonly at: string };

/**
 * A trigger is one block of one workflow. It is registered when a version with the block becomes active, and retired when the active
 * version does not have it. It keeps its address for ever. A pause survives deployments; a deployment ends the state *disabled*, since it
 * may be the correction.
 */
export const trigger: Decider<TriggerState, TriggerCommand, TriggerEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'register') return registered(command, state);
    if (state.status === 'absent') throw notFound('Trigger');
    if (state.status === 'retired') return whileRetired(command);
    switch (command.type) {
      case 'pause':
        return state.status === 'paused' && state.pauseMode === command.mode ? [] : [TriggerPaused({ mode: command.mode, at: command.at })];
      case 'resume':
        return state.status === 'active' ? [] : [TriggerResumed({ at: command.at })];
      case 'disable':
        if (state.status !== 'active') return [];
        return [TriggerDisabled({ reason: command.reason, failures: command.failures, at: command.at })];
      case 'retire':
        return [TriggerRetired({ reason: command.reason, at: command.at })];
      case 'limit-failures': {
        const { failureLimit, at } = command;
        return state.failureLimit === failureLimit ? [] : [TriggerFailureLimitChanged({ failureLimit, at })];
      }
      case 'rotate-secret':
        return [TriggerSecretRotated({ formerUntil: command.formerUntil, at: command.at })];
      case 'backfill': {
        const { from, to, occurrences, at } = command;
        return occurrences === 0 ? [] : [TriggerBackfilled({ from, to, occurrences, at })];
      }
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'trigger.registered') {
      const { at: _, workflowId: __, blockId: ___, ...settings } = event.payload;
      const failureLimit = state.status === 'absent' ? null : state.failureLimit;
      return { ...settings, status: 'active', pauseMode: null, failureLimit };
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'trigger.reconfigured': {
        const { at: _, ...settings } = event.payload;
        return { ...state, ...settings };
      }
      case 'trigger.paused':
        return { ...state, status: 'paused', pauseMode: event.payload.mode };
      case 'trigger.resumed':
        return { ...state, status: 'active', pauseMode: null };
      case 'trigger.disabled':
        return { ...state, status: 'disabled', pauseMode: null };
      case 'trigger.retired':
        return { ...state, status: 'retired', pauseMode: null };
      case 'trigger.failure-limit-changed':
        return { ...state, failureLimit: event.payload.failureLimit };
      case 'trigger.secret-rotated':
      case 'trigger.fired':
      case 'trigger.backfilled':
        return state;
      default:
        return assertNever(event);
    }
  },
};

function registered({ workflowId, blockId, settings, newPath, at }: Register, state: TriggerState): readonly TriggerEvent[] {
  const path = (state.status === 'absent' ? null : state.path) ?? newPath;
  if (state.status === 'absent' || state.status === 'retired') {
    return [TriggerRegistered({ ...settings, workflowId, blockId, path, at })];
  }
  const configured = TriggerReconfigured({ ...settings, path, at });
  return state.status === 'disabled' ? [configured, TriggerResumed({ at })] : [configured];
}

/** What the server decides by itself has no effect any more; what a user asks for is refused. */
function whileRetired({ type }: Exclude<TriggerCommand, Register>): readonly TriggerEvent[] {
  if (type === 'retire' || type === 'disable') return [];
  throw conflict('CONFLICT', 'The trigger is retired: the active version of its workflow does not have its block');
}
