/** One line of result, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One line about progress or an error, on standard error, so that results can be piped. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A value for programs: JSON, indented by two spaces. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
