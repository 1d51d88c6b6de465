import { isDeepStrictEqual } from 'node:util';
import type { AnyEventDefinition } from '#kernel/event.js';
import { EventCatalogue } from '#ledger/events/event-catalogue.js';

/** Payloads as they were stored, by the name of their file: `<type>.v<version>.json`. */
export type EventFixtures = ReadonlyMap<string, Record<string, unknown>>;

const wireName = /^[a-z]+(-[a-z]+)*\.([a-z]+-)*([a-z]+)$/;
const irregularParticiples = new Set([
  'begun',
  'broken',
  'held',
  'lost',
  'made',
  'paid',
  'put',
  'read',
  'run',
  'sent',
  'set',
  'spent',
  'taken',
  'won',
]);

const fixtureName = (type: string, version: number): string => `${type}.v${version}.json`;

/** What breaks the promise that an event is for ever, one sentence each. */
export function eventProblems(definitions: readonly AnyEventDefinition[], fixtures: EventFixtures): string[] {
  const types = definitions.map(({ type }) => type);
  const twice = types.filter((type, index) => types.indexOf(type) !== index).map((type) => `Two events are called ${type}`);
  if (twice.length > 0) return twice;
  const catalogue = new EventCatalogue(definitions);
  const known = new Set(definitions.flatMap(({ type, version }) => versions(version).map((number) => fixtureName(type, number))));
  return [
    ...definitions.flatMap((definition) => nameProblem(definition)),
    ...definitions.flatMap((definition) => fixtureProblems(definition, fixtures, catalogue)),
    ...[...fixtures.keys()].filter((name) => !known.has(name)).map((name) => `${name} was stored, and no event can read it any more`),
  ];
}

function versions(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

function nameProblem({ type }: AnyEventDefinition): string[] {
  const participle = wireName.exec(type)?.[3] ?? '';
  return participle.endsWith('ed') || irregularParticiples.has(participle)
    ? []
    : [`${type} is not a noun and a past participle (noun.done)`];
}

function fixtureProblems({ type, version }: AnyEventDefinition, fixtures: EventFixtures, catalogue: EventCatalogue): string[] {
  const current = fixtures.get(fixtureName(type, version));
  return versions(version).flatMap((number) => {
    const name = fixtureName(type, number);
    const fixture = fixtures.get(name);
    if (fixture === undefined) return [`${name} is missing: store a payload of this version there and never change it`];
    if (current === undefined) return [];
    const { payload: today } = catalogue.upcast(type, number, JSON.parse(JSON.stringify(fixture)) as typeof fixture);
    return isDeepStrictEqual(today, current) ? [] : [`${name} does not become what ${fixtureName(type, version)} tells of the same fact`];
  });
}
