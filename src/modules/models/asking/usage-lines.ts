import { isJsonObject, type JsonObject } from '#kernel/json.js';

/** Kinds of events whose usage the library demands, with the place of it. */
const demanded: Readonly<Record<string, string | null>> = {
  message_start: 'message',
  message_delta: null,
  'response.completed': 'response',
  'response.incomplete': 'response',
};
const suspicious = ['"usage', 'message_start', 'message_delta', 'response.completed', 'response.incomplete'];
const countKey = /tokens?$|tokenCount$/i;
const lineFeed = 0x0a;

/**
 * Repairs the usage in a stream of events. The library refuses a whole event, and the text in it, for one count that is no number, and
 * demands counts that some servers leave out. Such counts become 0, and `isWrong` says so.
 */
export class UsageLines {
  isWrong = false;
  readonly #pending: Uint8Array[] = [];

  /** The whole lines that there are with this piece. */
  take(piece: Uint8Array): Uint8Array {
    const end = piece.lastIndexOf(lineFeed) + 1;
    if (end === 0) {
      this.#pending.push(piece);
      return new Uint8Array();
    }
    const lines = Buffer.concat([...this.#pending.splice(0), piece.subarray(0, end)]);
    if (end < piece.length) this.#pending.push(piece.subarray(end));
    return this.#checked(lines);
  }

  /** What is left at the end of the stream. */
  rest(): Uint8Array {
    return this.#checked(Buffer.concat(this.#pending.splice(0)));
  }

  #checked(lines: Buffer): Uint8Array {
    if (!suspicious.some((text) => lines.includes(text))) return lines;
    const repaired = lines
      .toString('latin1')
      .split('\n')
      .map((line) => this.#line(line));
    return Buffer.from(repaired.join('\n'), 'latin1');
  }

  /** Bytes as latin1: a line that is not changed stays as it is, also when it is not UTF-8. */
  #line(line: string): string {
    if (!line.startsWith('data:') || !suspicious.some((text) => line.includes(text))) return line;
    const event = parse(Buffer.from(line.slice('data:'.length), 'latin1').toString());
    if (event === undefined || !this.#repairs(event)) return line;
    this.isWrong = true;
    return `data: ${Buffer.from(JSON.stringify(event)).toString('latin1')}`;
  }

  /** @returns whether anything was wrong */
  #repairs(event: JsonObject): boolean {
    const type = event['type'];
    const place = typeof type === 'string' ? demanded[type] : undefined;
    const holders = [event, event['message'], event['response']].filter(isJsonObject) as Record<string, unknown>[];
    const demanding = place === undefined ? undefined : place === null ? event : event[place];
    const found = holders.map((holder) => {
      const wrong = ['usage', 'usageMetadata'].filter((key) => repairHolder(holder, key));
      const isMissing = holder === demanding && !isJsonObject(holder['usage']);
      if (isMissing) holder['usage'] = { input_tokens: 0, output_tokens: 0 };
      return wrong.length > 0 || isMissing;
    });
    return found.includes(true);
  }
}

function repairHolder(holder: Record<string, unknown>, key: string): boolean {
  const usage = holder[key];
  if (usage === undefined || usage === null) return false;
  if (isJsonObject(usage)) return repairCounts(usage as Record<string, unknown>);
  delete holder[key];
  return true;
}

function repairCounts(usage: Record<string, unknown>): boolean {
  const wrong = Object.entries(usage).map(([key, value]) => {
    if (isJsonObject(value)) return repairCounts(value as Record<string, unknown>);
    if (Array.isArray(value)) return value.filter(isJsonObject).some((each) => repairCounts(each as Record<string, unknown>));
    if (!countKey.test(key) || value === null || (Number.isSafeInteger(value) && (value as number) >= 0)) return false;
    usage[key] = 0;
    return true;
  });
  return wrong.includes(true);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
