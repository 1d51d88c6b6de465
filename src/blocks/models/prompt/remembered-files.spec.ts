import { describe, expect, it } from '@jest/globals';
import { notFound } from '#kernel/errors.js';
import type { ModelCapability } from '#engine/agents/model-answer.js';
import type { FilePart, ModelMessage, UserPart } from '#engine/agents/model-message.js';
import { aFile, keptData } from '../../../../test/support/engine/kept-data.js';
import { KeptMemory } from '../../../../test/support/engine/kept-memory.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { ScriptedModels } from '../../../../test/support/engine/scripted-models.js';

const mb = 1024 * 1024;

function file(fileId: string, size = mb, mediaType = 'application/pdf'): FilePart {
  return { type: 'file', fileId, name: `${fileId}.pdf`, mediaType, size };
}

function turn(...files: readonly FilePart[]): ModelMessage[] {
  return [
    { role: 'user', content: [{ type: 'text', text: 'See' }, ...files] },
    { role: 'assistant', content: [{ type: 'text', text: 'Seen' }] },
  ];
}

interface Now {
  readonly gone?: readonly string[];
  readonly files?: readonly string[];
  readonly capabilities?: readonly ModelCapability[];
}

/** What the user has said, as the model is sent it: texts, and ids of files. */
async function sentAfter(turns: ModelMessage[][], { gone = [], files = [], capabilities = ['files', 'vision'] }: Now = {}) {
  const stored = turns.flat().flatMap(({ content }) => content as readonly UserPart[]);
  const { data } = keptData({
    file: (id: string) => {
      if (gone.includes(id)) throw notFound('File');
      const size = stored.find((part) => part.type === 'file' && part.fileId === id) as FilePart | undefined;
      return { ...aFile, id, name: `${id}.pdf`, type: 'application/pdf', size: size?.size ?? mb };
    },
  });
  const models = new ScriptedModels({ text: 'ok' });
  models.known.set('m', { capabilities: [...capabilities] });
  const memory = new KeptMemory();
  memory.conversations.set('c', turns);
  const fields = { model: 'm', messages: [{ role: 'user', content: 'Now' }], memoryType: 'conversation', conversationId: 'c', files };
  const { output } = await runBlock('agent', fields, { models, memory, data });
  const said = models.requests[0]?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])) ?? [];
  const parts = said.map((content) => content.map((part) => (part.type === 'file' ? part.fileId : part.text)));
  return { parts, warnings: output?.['warnings'] };
}

describe('the files of a conversation that is remembered', () => {
  it('are sent again, each once', async () => {
    const { parts, warnings } = await sentAfter([turn(file('a')), turn(file('a'), file('b')), turn(file('c'))], { files: ['c'] });
    expect(parts).toEqual([
      ['See', '[file a.pdf]'],
      ['See', 'a', 'b'],
      ['See', '[file c.pdf]'],
      ['Now', 'c'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('are sent as their names where there is no room beside newer ones', async () => {
    const { parts, warnings } = await sentAfter([turn(file('a', 8 * mb)), turn(file('b', 2 * mb)), turn(file('c', 12 * mb))]);
    expect(parts).toEqual([['See', '[file a.pdf]'], ['See', 'b'], ['See', 'c'], ['Now']]);
    expect(warnings).toEqual([expect.stringMatching(/^Files of earlier messages are not sent again: a\.pdf\. /)]);
  });

  it('are twenty at most', async () => {
    const { parts, warnings } = await sentAfter(Array.from({ length: 27 }, (_, index) => turn(file(`f${index}`, 1))));
    expect(parts.flat().filter((part) => part.startsWith('[file'))).toHaveLength(7);
    expect(warnings).toEqual([expect.stringMatching(/: f6\.pdf, f5\.pdf, f4\.pdf, f3\.pdf, f2\.pdf and 2 more\. /)]);
  });

  it('are sent as their names once they are deleted, or if the model does not take them', async () => {
    const turns = [turn(file('a'), file('b')), turn(file('c', mb, 'image/png'))];
    const { parts } = await sentAfter(turns, { gone: ['a'], capabilities: ['files'] });
    expect(parts).toEqual([['See', '[file a.pdf]', 'b'], ['See', '[file c.pdf]'], ['Now']]);
  });
});
