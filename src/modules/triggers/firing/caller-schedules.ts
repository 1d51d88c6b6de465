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

  /** @throws DomainError not-found, forbidden; conflict for a trigger that is not active, or that is no schedule */
  async find(caller: Caller, id: string): Promise<FoundSchedule> {
    const found = await this.findAny(caller, id);
    if (!pollsOfKind(found.trigger.kind)) return found;
    throw conflict('CONFLICT', 'Only the times of a schedule can be made up for. This trigger polls: fire it to ask its source now');
  }

  /** A schedule, or a trigger that polls. @throws DomainError as `find` */
  async findAny(caller: Caller, id: string): Promise<FoundSchedule> {
    const trigger = await this.triggers.find(id);
    if (trigger === undefined) throw notFound('Trigger');
    requireReach(caller, trigger.workspaceId, 'write', 'Trigger');
    const schedule = scheduleOf(trigger);
    if (schedule === undefined) {
      const message =
        'Only schedules and triggers that poll can be fired. Send a request to the address of a webhook, or replay one of its deliveries';
      throw conflict('CONFLICT', message);
    }
    if (trigger.status !== 'active') throw conflict('CONFLICT', `The trigger is ${trigger.status}. Activate it first`);
    return { trigger, schedule };
  }
}
