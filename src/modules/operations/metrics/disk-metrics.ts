import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { DiskRoom } from '#ledger/vitals/disk-room.js';

/** Free space of the disks of this process. */
@Injectable()
export class DiskMetrics {
  constructor(registry: Registry, disks: DiskRoom) {
    registry.registerMetric(
      new Gauge({
        name: 'sluice_disk_free_bytes',
        help: 'Free space of the disk of the embedded database and of that of stored files',
        labelNames: ['folder'],
        registers: [],
        async collect() {
          const found = await disks.read();
          this.reset();
          for (const { folder, freeBytes } of found) this.set({ folder }, freeBytes);
        },
      }),
    );
  }
}
