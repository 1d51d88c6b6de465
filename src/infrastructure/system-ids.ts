import { v7 } from 'uuid';
import { Ids } from '#kernel/ids.js';

export class SystemIds extends Ids {
  next(): string {
    return v7();
  }
}
