/**
 * The text with control characters as JSON escapes, which stay valid in JSON: texts of a server or a file must not command the terminal. Line
 * feeds, tabs and the colours of blocks stay.
 */
export function visible(text: string): string {
  return text.replace(/\p{Cc}(\[3[12369]m)?/gu, (found, colour?: string) => {
    const control = found.charAt(0);
    const isKept = control === '\n' || control === '\t' || (control === '\u001b' && colour !== undefined);
    return isKept ? found : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}${colour ?? ''}`;
  });
}

/** One line of result, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** One line about progress or an error, on standard error, so that results can be piped. */
export function complain(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** A value for programs: JSON, indented by two spaces. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Ends the process quietly when the reader of its output has closed the pipe, as `head` does. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}
