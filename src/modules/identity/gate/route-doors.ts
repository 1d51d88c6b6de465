import { Injectable } from '@nestjs/common';
import type { DoorType, RouteDoor } from './access.decorator.js';

/** The doors of routes. The module of a route adds its door when it starts. */
@Injectable()
export class RouteDoors {
  readonly #doors = new Map<DoorType, RouteDoor>();

  add(type: DoorType, door: RouteDoor): void {
    this.#doors.set(type, door);
  }

  /** The door of this type. A route whose door is missing must not be entered, so it throws. */
  get(type: DoorType): RouteDoor {
    const door = this.#doors.get(type);
    if (door === undefined) throw new Error(`The door ${type.name} was not added`);
    return door;
  }
}
