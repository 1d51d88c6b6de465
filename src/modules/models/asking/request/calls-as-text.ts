import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** The prompt with calls of tools and their results as text: some providers refuse them in a request that offers no tools. */
export function withCallsAsText(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message): LanguageModelV4Message => {
    if (message.role === 'assistant') return { ...message, content: message.content.map(callAsText) };
    if (message.role !== 'tool') return message;
    const results = message.content.filter((part) => part.type === 'tool-result');
    return { role: 'user', content: results.map((part) => ({ type: 'text', text: resultAsText(part) })) };
  });
}

function callAsText(part: AssistantPart): AssistantPart {
  if (part.type !== 'tool-call') return part;
  return { type: 'text', text: `[Called the tool ${part.toolName} with ${JSON.stringify(part.input)}]` };
}

function resultAsText({ toolName, output }: LanguageModelV4ToolResultPart): string {
  const said = 'value' in output ? output.value : (output.reason ?? 'that it was refused');
  return `[The tool ${toolName} has answered ${typeof said === 'string' ? said : JSON.stringify(said)}]`;
}
