import { Injectable } from '@nestjs/common';
import { requireReach, type Caller } from '#kernel/caller.js';
import { conflict, notFound } from '#kernel/errors.js';
import { pollsOfKind, scheduleOf } from '../kinds/trigger-kinds.js';
import type { Schedule } from '../schedules/schedule.js';
import { Triggers, type RegisteredTrigger } from '../store/triggers.js';

export interface FoundSchedule {
  readonly trigger: RegisteredTrigger;
  readonly schedule: Schedule;
}

/** Finds schedules whose runs a caller wants to start. */
@Injectable()
export class CallerSchedules {
  constructor(private readonly triggers: Triggers) {}

  /** @throws DomainError not-found, forbidden; conflict for a trigger that is not active, or that no clock starts */
  async find(caller: Caller, id: string): Promise<FoundSchedule> {
    const trigger = await this.triggers.find(id);
    if (trigger === undefined) throw notFound('Trigger');
    requireReach(caller, trigger.workspaceId, 'write', 'Trigger');
    const schedule = scheduleOf(trigger);
    if (schedule === undefined || pollsOfKind(trigger.kind)) {
      throw conflict(
        'CONFLICT',
        'Only a schedule can be fired. Send a request to the address of a webhook, or replay one of its deliveries',
      );
    }
    if (trigger.status !== 'active') throw conflict('CONFLICT', `The trigger is ${trigger.status}. Activate it first`);
    return { trigger, schedule };
  }
}
