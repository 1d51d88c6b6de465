import { describe, expect, it } from '@jest/globals';
import { aBlock } from '../../../test/support/engine/documents.js';
import { blockDefinitions } from '../index.js';
import { BlockRegistry } from './registry.js';

const registry = new BlockRegistry(blockDefinitions);

describe('the types of blocks', () => {
  it('are each defined once', () => {
    expect(new Set(blockDefinitions.map(({ type }) => type)).size).toBe(blockDefinitions.length);
  });

  it('are known by name', () => {
    expect([registry.knows('function'), registry.knows('teleport'), registry.knows('constructor')]).toEqual([true, false, false]);
    expect(registry.find('function')?.type).toBe('function');
  });

  it('check blocks of their own', () => {
    expect(registry.check(aBlock('b', 'function', { language: 'python' }))).toMatchObject([{ blockId: 'b', field: 'language' }]);
    expect(registry.check(aBlock('b', 'teleport'))).toEqual([]);
  });

  it.each(blockDefinitions.map((definition) => [definition.type, definition] as const))(
    '%s misses nothing in an empty block but the fields that it requires',
    (type, definition) => {
      const missing = definition.check(aBlock('b', type)).map(({ field }) => field);
      expect(missing).toEqual(definition.palette.inputs.required ?? []);
    },
  );
});

describe('a block in trigger mode', () => {
  const table = { ...aBlock('t', 'table'), triggerMode: true };

  it('passes on the event that fired it, whatever its type does otherwise', () => {
    expect([registry.of(table)?.type, registry.of({ type: 'table' })?.type]).toEqual(['trigger_mode', 'table']);
    expect(registry.check(table)).toEqual([]);
  });

  it('of a type that is a trigger anyway runs as that type', () => {
    expect(registry.of({ type: 'schedule', triggerMode: true })?.type).toBe('schedule');
  });
});
