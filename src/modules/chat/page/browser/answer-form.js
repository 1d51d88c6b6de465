import { element } from './elements.js';

let forms = 0;

/** The form of a question. `send` gets the answer of a visitor, and returns why the server has not taken it. */
export function answerForm({ title, data, fields, mayAnswer }, send) {
  const number = (forms += 1);
  const heading = element('h2', { id: `question-${number}`, textContent: title, dir: 'auto' });
  const facts = dataList(data);
  if (!mayAnswer) {
    const waiting = element('p', {
      className: 'quiet',
      textContent: 'Other people are asked. The chat continues when they have answered.',
    });
    return element('section', { className: 'question' }, [heading, ...facts, waiting]);
  }
  const inputs = fields.map((field, index) => input(field, `answer-${number}-${index}`));
  const problem = element('p', { className: 'problem', role: 'alert' });
  const button = element('button', { type: 'submit', textContent: 'Send answer' });
  const form = element('form', { className: 'question', noValidate: false }, [
    heading,
    ...facts,
    ...inputs.map(({ row }) => row),
    problem,
    button,
  ]);
  form.setAttribute('aria-labelledby', heading.id);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    button.disabled = true;
    try {
      problem.textContent = (await send(answerIn(inputs))) ?? '';
    } catch (error) {
      problem.textContent = error.message;
    }
    button.disabled = false;
    if (problem.textContent !== '') button.focus();
  });
  return form;
}

/** @throws Error with a text for people, if a value cannot be read */
function answerIn(inputs) {
  const values = inputs.map(({ field, read }) => [field, read()]).filter(([, value]) => value !== undefined);
  const free = values.find(([field]) => field.type === 'free');
  return free === undefined ? Object.fromEntries(values.map(([field, value]) => [field.name, value])) : free[1];
}

/** What the question shows: names and values. */
function dataList(data) {
  if (typeof data !== 'object' || data === null) return [];
  const rows = Object.entries(data).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');
    return element('div', {}, [element('dt', { textContent: name }), element('dd', { className: 'text', textContent: text, dir: 'auto' })]);
  });
  return rows.length === 0 ? [] : [element('dl', {}, rows)];
}

function input(field, id) {
  const control = controlOf(field);
  control.id = id;
  const hint = hintOf(field);
  const label = element('label', { htmlFor: id, textContent: field.title ?? field.name });
  if (!field.required && field.type !== 'boolean') label.append(element('span', { className: 'hint', textContent: ' (optional)' }));
  const row = element(
    'div',
    { className: field.type === 'boolean' ? 'field choice' : 'field' },
    field.type === 'boolean' ? [control, label] : [label],
  );
  if (hint !== undefined) {
    row.append(element('p', { className: 'hint', id: `${id}-hint`, textContent: hint }));
    control.setAttribute('aria-describedby', `${id}-hint`);
  }
  if (field.type !== 'boolean') row.append(control);
  return { row, field, read: () => valueOf(field, control) };
}

function controlOf({ type, value, options, required }) {
  if (type === 'boolean') return element('input', { type: 'checkbox', checked: value === true });
  if (options !== undefined) {
    const entries = [{ value: '', label: 'Choose…' }, ...options].map((option) => {
      return element('option', { value: String(option.value), textContent: option.label, selected: option.value === value });
    });
    return element('select', { required }, entries);
  }
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
  if (type === 'number') return element('input', { type: 'number', step: 'any', value: text, required });
  if (type === 'string') return element('input', { type: 'text', value: text, required, dir: 'auto' });
  return element('textarea', { value: text, rows: 3, required, dir: 'auto' });
}

function hintOf({ type, description }) {
  const kinds = {
    object: 'JSON in braces',
    array: 'JSON in brackets',
    'file[]': 'Files are answered on the page of the question.',
    free: 'Text, or JSON',
  };
  return [description, kinds[type]].filter((part) => part).join(' ') || undefined;
}

function valueOf({ name, title, type, options }, control) {
  if (type === 'boolean') return control.checked;
  const text = control.value;
  if (text === '') return undefined;
  if (options !== undefined) return options.find(({ value }) => String(value) === text)?.value;
  if (type === 'number') return Number(text);
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    if (type === 'free') return text;
    throw new Error(`${title ?? name} must be JSON`);
  }
}
