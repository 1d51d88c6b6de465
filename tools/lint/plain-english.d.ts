export function idiomsIn(text: string): readonly string[];
