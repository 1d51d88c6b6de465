import { describe, expect, it } from '@jest/globals';
import type { EventMeta, RecordedEvent } from '#kernel/event.js';
import { instanceChain } from './audit-entry.js';
import type { AuditFact } from '#kernel/audit-line.js';
import { SubjectBook, subjectsOf, type Subject } from './subject-book.js';

const event = (streamId: string, workspaceId: string | null = null, meta: EventMeta = {}): RecordedEvent => ({
  version: 1,
  type: 'door.painted',
  payload: {},
  streamId,
  position: 1,
  workspaceId,
  meta,
  at: '2031-03-04T05:06:07.000Z',
});
const fact = (more: Partial<AuditFact> = {}): AuditFact => ({ action: 'door.painted', resourceType: 'door', ...more });
const ada: Subject = { key: 'ada', organizationId: null, name: 'Ada', settings: { email: 'ada@example.org' } };
const workspace: Subject = { key: 'w', organizationId: 'acme', name: 'Work', settings: {} };

describe('an entry', () => {
  it('names the actor, the key and the source', () => {
    const meta = { actorId: 'ada', keyId: 'k', requestId: 'r', ip: '192.0.2.7', userAgent: 'curl' };
    expect(new SubjectBook([ada]).enter(event('d', null, meta), fact())).toMatchObject({
      actorId: 'ada',
      actorName: 'Ada',
      actorEmail: 'ada@example.org',
      keyId: 'k',
      requestId: 'r',
      ip: '192.0.2.7',
      userAgent: 'curl',
    });
  });

  it('without an actor has no actor id', () => {
    expect(new SubjectBook([]).enter(event('d'), fact())).toMatchObject({ actorId: null, actorName: null, actorEmail: null });
  });

  it('takes the actor from the fact where the event knows better', () => {
    const answered = fact({ actor: { id: null, email: 'guest@example.org' } });
    expect(new SubjectBook([ada]).enter(event('d', null, { actorId: 'ada' }), answered)).toMatchObject({
      actorId: null,
      actorEmail: 'guest@example.org',
    });
  });

  it('is in the chain of the organization of its workspace', () => {
    expect(new SubjectBook([workspace]).enter(event('d', 'w'), fact()).chain).toBe('acme');
    expect(new SubjectBook([]).enter(event('acme'), fact({ resourceType: 'organization' })).chain).toBe('acme');
  });

  it('without an organization is in the chain of the instance', () => {
    const book = new SubjectBook([]);
    expect(book.enter(event('d'), fact()).chain).toBe(instanceChain);
    expect(book.enter(event('w', 'w'), fact({ organizationId: null })).chain).toBe(instanceChain);
  });

  it('of a workspace that was created in the same batch is in the right chain', () => {
    const book = new SubjectBook([]);
    expect(book.enter(event('w', 'w'), fact({ organizationId: 'acme', name: 'Work' })).chain).toBe('acme');
    expect(book.enter(event('d', 'w'), fact()).chain).toBe('acme');
  });

  it('says how a setting was before and how it is now, and leaves the others out', () => {
    const book = new SubjectBook([]);
    expect(book.enter(event('d'), fact({ settings: { colour: 'red', size: 1 } })).metadata).toEqual({ after: { colour: 'red', size: 1 } });
    expect(book.enter(event('d'), fact({ settings: { colour: 'blue' }, details: { by: 'hand' } })).metadata).toEqual({
      by: 'hand',
      before: { colour: 'red' },
      after: { colour: 'blue' },
    });
  });

  it('shows the initial value of a setting that was never set', () => {
    const book = new SubjectBook([]);
    const opened = fact({ settings: { open: true }, initial: { open: false } });
    expect(book.enter(event('d'), opened).metadata).toEqual({ before: { open: false }, after: { open: true } });
    expect(book.enter(event('d'), opened).metadata).toEqual({ before: { open: true }, after: { open: true } });
  });

  it('tells the settings of members apart from those of the resource and of other members', () => {
    const book = new SubjectBook([ada]);
    book.enter(event('w', 'w'), fact({ settings: { permission: 'own' } }));
    book.enter(event('w', 'w'), fact({ member: 'bob', settings: { permission: 'write' } }));
    book.enter(event('w', 'w'), fact({ member: 'ada', settings: { permission: 'read' } }));
    expect(book.enter(event('w', 'w'), fact({ member: 'ada', settings: { permission: null } })).metadata).toEqual({
      userId: 'ada',
      email: 'ada@example.org',
      before: { permission: 'read' },
      after: { permission: null },
    });
  });

  it('names a resource by its latest name', () => {
    const book = new SubjectBook([]);
    expect(book.enter(event('d'), fact({ name: 'Front' })).resourceName).toBe('Front');
    expect(book.enter(event('d'), fact()).resourceName).toBe('Front');
  });

  it('takes a setting called like something that every object has for what it is', () => {
    expect(new SubjectBook([]).enter(event('d'), fact({ settings: { constructor: 1 } })).metadata).toEqual({ after: { constructor: 1 } });
  });
});

describe('the book', () => {
  it('names the subjects that the entry of an event needs', () => {
    const keys = subjectsOf(event('d', 'w', { actorId: 'ada' }), fact({ member: 'bob' }));
    expect(keys.toSorted()).toEqual(['ada', 'bob', 'd', 'd/bob', 'w']);
  });

  it('returns only changed subjects', () => {
    const book = new SubjectBook([ada, workspace]);
    book.enter(event('d', 'w', { actorId: 'ada' }), fact());
    expect(book.changed).toEqual([]);
    book.enter(event('d', 'w'), fact({ name: 'Front', settings: { colour: 'red' } }));
    expect(book.changed).toEqual([{ key: 'd', organizationId: null, name: 'Front', settings: { colour: 'red' } }]);
  });
});
