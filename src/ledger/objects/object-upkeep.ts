import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { ObjectStore } from './object-store.js';

/** Removes stored bytes without a hold, as a periodic chore. */
@Injectable()
export class ObjectUpkeep implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly objects: ObjectStore,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.objects.sweep());
  }
}
