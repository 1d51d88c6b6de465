import type { AgentTool } from '#engine/agents/agent-request.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { isFilled } from '../../fields/blank.js';
import { entriesIn } from '../../fields/kinds.js';
import { toolOf } from '../tools/made-tool.js';

/** Instructions that a model reads when it needs them. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Null if the document does not contain the text. */
  readonly content: string | null;
}

/** The skills of a field as written; null for anything but a list. */
export function skillsIn(written: Json | undefined): readonly Skill[] | null {
  const entries = entriesIn(written);
  return entries === null ? null : entries.flatMap((entry) => skillIn(entry) ?? []);
}

function skillIn(entry: Json): Skill | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { name, skillId, description, content } = entry;
  const called = isFilled(name) ? name : skillId;
  if (typeof called !== 'string') return undefined;
  const isText = typeof content === 'string' && content.trim() !== '';
  return { name: called.trim(), description: typeof description === 'string' ? description.trim() : '', content: isText ? content : null };
}

/** The section of the system message that lists skills; empty without any. */
export function skillSection(skills: readonly Skill[]): string {
  if (skills.length === 0) return '';
  const lines = skills.map(({ name, description }) => (description === '' ? `- ${name}` : `- ${name}: ${description}`));
  return `You have skills: instructions for certain tasks. Before you do such a task, read its skill with the tool ${skillTool}.\n${lines.join('\n')}`;
}

const skillTool = 'load_skill';

/** The tool that returns the text of a skill. */
export function toolForSkills(skills: readonly Skill[]): AgentTool {
  const texts = Object.fromEntries(skills.map(({ name, content }) => [name, content ?? '']));
  const parameters = {
    type: 'object',
    properties: { skill_name: { type: 'string', enum: Object.keys(texts), description: 'The skill.' } },
    required: ['skill_name'],
  };
  const stored = { index: -1, type: 'skill', title: 'Skills', toolId: skillTool, operation: '', params: {}, usage: 'auto' } as const;
  const description = 'Returns the instructions of a skill.';
  return toolOf(
    { stored, name: skillTool, description, parameters, runs: { kind: 'skill', skills: texts }, writes: false },
    skillTool,
    'never',
  );
}
