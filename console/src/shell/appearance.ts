import { shared } from '../api/shared.js';

export type Theme = 'system' | 'light' | 'dark';

const themeName = 'sluice.theme';
const lettersName = 'sluice.single-letter-keys';

/** The theme that the person has chosen in this browser. */
export const theme = shared<Theme>(stored(themeName, ['system', 'light', 'dark']));

/** Whether single letters are shortcuts. People who speak to their computer turn them off. */
export const singleLetters = shared<'on' | 'off'>(stored(lettersName, ['on', 'off']));

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.get() === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.get();
}

theme.subscribe(() => {
  localStorage.setItem(themeName, theme.get());
  applyTheme();
});
singleLetters.subscribe(() => localStorage.setItem(lettersName, singleLetters.get()));

/** The first one unless the browser keeps another. */
function stored<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]): Value {
  const value = localStorage.getItem(name);
  return allowed.find((each) => each === value) ?? allowed[0];
}
