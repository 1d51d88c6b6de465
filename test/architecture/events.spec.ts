import { describe, expect, it } from '@jest/globals';
import { defineEvent } from '#kernel/event.js';
import { composition } from '#app/composition.js';
import { eventProblems, type EventFixtures } from '../support/architecture/event-problems.js';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

function storedFixtures(): EventFixtures {
  const folder = 'test/fixtures/events';
  return new Map(
    sourceFiles(folder).map((path) => [path.slice(folder.length + 1), JSON.parse(sourceText(path)) as Record<string, unknown>]),
  );
}

const DoorPainted = defineEvent('door.painted')<{ colour: string }>((v1) => ({ colour: v1['color'] }));
const painted: EventFixtures = new Map([
  ['door.painted.v1.json', { color: 'red' }],
  ['door.painted.v2.json', { colour: 'red' }],
]);

function without(name: string): EventFixtures {
  return new Map([...painted].filter(([key]) => key !== name));
}

describe('events', () => {
  it('of this server are readable for ever', () => {
    expect(composition.events.length).toBeGreaterThan(0);
    expect(eventProblems(composition.events, storedFixtures())).toEqual([]);
  });

  it('are read by projections under names that exist', () => {
    const types = new Set(composition.events.map(({ type }) => type));
    const handled = composition.projections.flatMap(({ name, handlers }) => [...handlers.keys()].map((type) => ({ name, type })));
    expect(handled.filter(({ type }) => !types.has(type))).toEqual([]);
  });

  it('are fine with a fixture of each version that becomes the present one', () => {
    expect(eventProblems([DoorPainted], painted)).toEqual([]);
  });

  it('may not share a name', () => {
    expect(eventProblems([DoorPainted, DoorPainted], painted)).toEqual(['Two events are called door.painted']);
  });

  it.each(['door', 'Door.painted', 'door.paint', 'door.painting', 'door.paint_ed'])('may not be called %s', (type) => {
    expect(eventProblems([defineEvent(type)<object>()], new Map([[`${type}.v1.json`, {}]]))).toEqual([
      `${type} is not a noun and a past participle (noun.done)`,
    ]);
  });

  it.each(['door.painted.v1.json', 'door.painted.v2.json'])('need the fixture %s', (name) => {
    expect(eventProblems([DoorPainted], without(name))).toEqual([
      `${name} is missing: store a payload of this version there and never change it`,
    ]);
  });

  it('may not lose what an older payload says', () => {
    const forgetful = defineEvent('door.painted')<{ colour: string }>(() => ({ colour: 'white' }));
    expect(eventProblems([forgetful], painted)).toEqual([
      'door.painted.v1.json does not become what door.painted.v2.json tells of the same fact',
    ]);
  });

  it('may not be taken out of the catalogue', () => {
    expect(eventProblems([], without('door.painted.v2.json'))).toEqual([
      'door.painted.v1.json was stored, and no event can read it any more',
    ]);
  });
});
