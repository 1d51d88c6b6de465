import { describe, expect, it } from '@jest/globals';
import { Programs } from './program.js';

const request = { tenant: 't', program: 'deployment:block', code: 'return 1', bindings: {}, timeoutMs: 1_000 };

describe('programs', () => {
  it('are the same for the same tenant, name, code and bindings', () => {
    const programs = new Programs();
    const program = programs.of(request, 'a');
    expect(programs.of({ ...request }, 'a')).toBe(program);
    expect(programs.of(request, 'a,b')).not.toBe(program);
    expect(programs.of({ ...request, code: 'return 2' }, 'a')).not.toBe(program);
    expect(programs.of({ ...request, tenant: 'u' }, 'a')).not.toBe(program);
  });

  it('share a group within one deployment of one tenant', () => {
    const programs = new Programs();
    const { group } = programs.of(request, '');
    expect(programs.of({ ...request, program: 'deployment:other' }, '').group).toBe(group);
    expect(programs.of({ ...request, program: 'deployment2:block' }, '').group).not.toBe(group);
    expect(programs.of({ ...request, tenant: 'u' }, '').group).not.toBe(group);
  });

  it('are short when they have proven to be, and stop being short at once', () => {
    const program = new Programs().of(request, '');
    expect(program.isShort).toBe(false);
    program.ran(0.05);
    expect(program.isShort).toBe(true);
    program.ran(20);
    expect(program.isShort).toBe(false);
  });
});
