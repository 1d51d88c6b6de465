import type { ModelMessage } from '#engine/agents/model-message.js';

const perMessage = 4;
/** What common providers count for an image or a page, about. */
const perFile = 1000;
const asciiPerToken = 4;

/** About how many tokens a message has: four ASCII characters are a token, and so is each other character. */
export function estimatedTokens({ content }: ModelMessage): number {
  if (typeof content === 'string') return perMessage + tokensOf(content);
  let tokens = perMessage;
  for (const part of content) {
    if (!('type' in part)) tokens += tokensOf(JSON.stringify(part.value));
    else if (part.type === 'file') tokens += perFile;
    else tokens += tokensOf(part.type === 'tool-call' ? part.name + part.arguments : part.text);
  }
  return tokens;
}

function tokensOf(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) others += 1;
  return Math.ceil((text.length - others) / asciiPerToken) + others;
}
