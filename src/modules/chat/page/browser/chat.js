import { answerForm } from './answer-form.js';
import { element, sizeText } from './elements.js';
import { askForEmail } from './email-proof.js';
import { readFrames } from './frames.js';
import { askForAccount } from './sso-proof.js';

/** The page of a chat. It keeps nothing in the browser: the server tells who the visitor is, and which conversations are theirs. */
const identifier = document.body.dataset.identifier;
const api = `/api/chat/${identifier}`;
const protocol = { 'X-Sim-Stream-Protocol': 'agent-events-v1' };
const [turns, log, status] = ['turns', 'main', 'status'].map((id) => document.getElementById(id));
const composer = document.getElementById('composer');
const input = document.getElementById('input');
const files = document.getElementById('files');
const chosen = document.getElementById('chosen');
const send = document.getElementById('send');
const mostFiles = 15;
/** The statuses of a chat that lets the visitor in no more. */
const refusals = new Set([401, 403, 404]);

let conversationId;
let attached = [];
/** The message that was sent last, if it got no answer: its text is in the field again. */
let unsent;
let isBusy = false;
/** Ends when the earlier messages are there: a message that is written before must come after them. */
let restored = Promise.resolve();

/** @throws Error with a text for people if there is no answer */
async function reach(address, options) {
  try {
    return await fetch(address, { credentials: 'include', ...options });
  } catch {
    throw new Error('The chat cannot be reached at the moment. Please try again.');
  }
}

/**
 * The response of the server to a request that it has taken.
 * @throws Error with a text for people, the status, and what the visitor has to prove, if that is missing
 */
async function request(path, options) {
  const response = await reach(api + path, options);
  if (response.ok) return response;
  const { error = 'The server cannot be reached. Please try again.' } = await response.json().catch(() => ({}));
  const proof = /^auth_required_(\w+)$/.exec(error)?.[1];
  const text = proof === undefined ? error : 'You are not signed in to this chat any more. Please reload the page.';
  throw Object.assign(new Error(text), { status: response.status, proof });
}

async function ask(path, options) {
  const response = await request(path, options);
  return response.json().catch(() => ({}));
}

/** What was written first, and what was written meanwhile. */
function joined(first, later) {
  return [first, later].filter((part) => part !== '').join('\n');
}

function say(text) {
  status.textContent = text;
}

function isAtEnd() {
  return log.scrollHeight - log.scrollTop - log.clientHeight < 80;
}

function toEnd() {
  log.scrollTop = log.scrollHeight;
}

/** One message and its reply. */
function turnElement(text, sent, name = 'You') {
  const mine = element('div', { className: 'message mine' }, [
    element('p', { className: 'who', textContent: name }),
    element('p', { className: 'text', textContent: text, dir: 'auto' }),
  ]);
  if (sent.length > 0) {
    const list = sent.map(({ name: file, size }) => element('li', { textContent: `${file} (${sizeText(size)})` }));
    mine.append(element('ul', { className: 'files', ariaLabel: 'Files' }, list));
  }
  const reply = element('div', { className: 'message reply' });
  const turn = element('li', {}, [mine, reply]);
  turns.append(turn);
  return replyView(reply);
}

/** The reply of a run as it grows. */
function replyView(place) {
  const thinking = element('details', { className: 'thinking', hidden: true }, [element('summary', { textContent: 'Thinking' })]);
  const thought = element('p', { className: 'text quiet', dir: 'auto' });
  thinking.append(thought);
  const tools = element('ul', { className: 'tools', hidden: true, ariaLabel: 'Tools' });
  const text = element('p', { className: 'text', dir: 'auto' });
  /** The text of each block, which may be taken back. */
  const parts = new Map();
  const wait = element('p', { className: 'wait quiet', textContent: 'Writing…' });
  const asked = element('div');
  place.append(element('p', { className: 'who', textContent: document.title }), thinking, tools, text, wait, asked);
  return {
    get text() {
      return text.textContent;
    },
    add(blockId, chunk) {
      if (!parts.has(blockId)) parts.set(blockId, text.appendChild(document.createTextNode('')));
      parts.get(blockId).appendData(chunk);
    },
    takeBack(blockId) {
      parts.get(blockId)?.remove();
      parts.delete(blockId);
    },
    set(whole) {
      parts.clear();
      text.textContent = whole;
    },
    think(part) {
      thinking.hidden = false;
      thought.append(part);
    },
    tool({ id, name, phase, status: outcome }) {
      tools.hidden = false;
      const known = [...tools.children].find((each) => each.dataset.call === id);
      const item = known ?? element('li', { className: 'tool' });
      item.dataset.call = id;
      item.dataset.state = phase === 'end' ? (outcome ?? 'success') : 'running';
      const words = { running: 'running', success: 'done', error: 'failed' }[item.dataset.state];
      item.textContent = `${name}: ${words}`;
      if (known === undefined) tools.append(item);
    },
    fail(reason) {
      place.classList.add('failed');
      this.set(reason);
    },
    ask(questions) {
      asked.replaceChildren(...questions.map((question) => answerForm(question, (answer) => sendAnswer(this, question, answer))));
    },
    remove: () => place.parentElement.remove(),
    answered: () => asked.replaceChildren(),
    writing(isWriting) {
      wait.hidden = !isWriting;
      place.ariaBusy = String(isWriting);
    },
  };
}

function show(view, data) {
  if (data === '[DONE]') return;
  const follows = isAtEnd();
  if (data.event === 'chunk_reset' || data.event === 'stream_error') view.takeBack(data.blockId);
  else if (data.event === 'thinking') view.think(data.data);
  else if (data.event === 'tool') view.tool(data);
  else if (data.event === 'error') view.fail(data.error);
  else if (data.event === 'final') view.final = data.data;
  else if (typeof data.chunk === 'string') view.add(data.blockId, data.chunk);
  if (follows) toEnd();
}

/** Reads the frames of a reply to their end. A connection that is lost is continued behind the last frame. */
async function read(view, response) {
  let last;
  for (let attempt = 0; ; attempt += 1) {
    try {
      for await (const frame of readFrames(response.body)) {
        if (frame.data?.event === 'reconnect') break;
        last = frame.id;
        attempt = 0;
        show(view, frame.data);
        if (frame.data === '[DONE]') return;
      }
    } catch {
      // The connection is lost; the run continues.
    }
    if (attempt >= 20) throw new Error('The connection is lost. Reload the page to see the reply.');
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * attempt, 5000)));
    response = await follow(last).catch((error) => {
      if (refusals.has(error.status)) throw error;
      return { body: null };
    });
    if (response.status === 204) return;
  }
}

function follow(last) {
  const headers = { ...protocol, ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
  return request(`/conversations/${encodeURIComponent(conversationId)}/stream`, { headers });
}

/** Shows what a stream left open: a reply without chunks, questions, the end. */
async function finish(view) {
  const paused = view.final?.status === 'paused';
  if (paused) view.ask(view.final.questions ?? []);
  else if (view.text === '') {
    const { data } = await ask(`/conversations/${encodeURIComponent(conversationId)}?limit=1`);
    const reply = data.turns.at(-1)?.reply;
    if (reply) view.set(reply);
  }
  view.writing(false);
  say(paused ? 'The workflow has a question.' : view.text);
  toEnd();
}

/** @returns why the server has not taken what was sent, with the status of its answer; undefined if it has */
async function exchange(view, options) {
  setBusy(true);
  view.writing(true);
  toEnd();
  let response;
  try {
    response = await request('', { method: 'POST', ...options });
  } catch (refusal) {
    view.writing(false);
    setBusy(false);
    return refusal;
  }
  try {
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      conversationId = decodeURIComponent(response.headers.get('x-conversation-id'));
      view.executionId = response.headers.get('x-execution-id');
      view.answered();
      await read(view, response);
      await finish(view);
    } else {
      const { message } = await response.json();
      view.answered();
      view.writing(false);
      say(message);
    }
  } catch (error) {
    view.writing(false);
    view.fail(error.message);
    say(error.message);
  } finally {
    setBusy(false);
  }
  return undefined;
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const isSame = (one, other) => one.length === other.length && one.every((each, index) => each === other[index]);

async function sendMessage(text) {
  const sent = attached;
  attached = [];
  showChosen();
  // The same message has the same key: the server may have received it without an answer.
  const key = unsent?.text === text && isSame(unsent.sent, sent) ? unsent.key : newKey();
  unsent?.view.remove();
  unsent = undefined;
  const view = turnElement(text, sent);
  const refusal = await exchange(view, messageOf(text, sent, key));
  if (refusal === undefined) return;
  view.fail(refusal.message);
  say(refusal.message);
  if (refusal.status !== undefined) return;
  unsent = { text, sent, key, view };
  input.value = joined(text, input.value);
  attached = [...sent, ...attached];
  showChosen();
}

function messageOf(text, sent, key) {
  const headers = { ...protocol, 'Idempotency-Key': key };
  const message = { input: text, ...(conversationId === undefined ? {} : { conversationId }) };
  if (sent.length === 0) return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(message) };
  const form = new FormData();
  for (const [name, value] of Object.entries(message)) form.set(name, value);
  for (const file of sent) form.append('files', file, file.name);
  return { headers, body: form };
}

/** @returns why the server has not taken the answer; undefined if it has */
async function sendAnswer(view, { contextId }, answer) {
  const { executionId } = view;
  const body = JSON.stringify({ conversationId, resume: { contextId, executionId, input: answer } });
  const refusal = await exchange(view, { headers: { ...protocol, 'Content-Type': 'application/json' }, body });
  return refusal?.message;
}

function setBusy(busy) {
  isBusy = busy;
  send.disabled = busy;
}

function showChosen() {
  chosen.replaceChildren(
    ...attached.map((file) => {
      const remove = element('button', {
        type: 'button',
        className: 'second small',
        textContent: 'Remove',
        ariaLabel: `Remove ${file.name}`,
      });
      remove.addEventListener('click', () => {
        attached = attached.filter((each) => each !== file);
        showChosen();
        input.focus();
      });
      return element('li', {}, [element('span', { textContent: `${file.name} (${sizeText(file.size)})` }), remove]);
    }),
  );
  chosen.hidden = attached.length === 0;
}

function welcome({ customizations: { welcomeMessage, imageUrl } }) {
  const place = document.getElementById('welcome');
  const image = imageUrl === undefined ? [] : [element('img', { src: imageUrl, alt: '' })];
  const text = element('p', { className: 'text', dir: 'auto', textContent: welcomeMessage ?? 'Write a message to begin.' });
  place.classList.toggle('usual', welcomeMessage === undefined && imageUrl === undefined);
  place.replaceChildren(...image, text);
}

function dress({ title, customizations: { primaryColor, logoUrl, headerText } }) {
  document.title = title;
  document.getElementById('name').textContent = headerText ?? title;
  const logo = document.getElementById('logo');
  logo.hidden = logoUrl === undefined;
  if (logoUrl !== undefined) logo.src = logoUrl;
  if (primaryColor !== undefined) document.documentElement.style.setProperty('--brand', primaryColor);
}

/** The latest conversation, as it was before a reload. */
async function restore() {
  const { data } = await ask('/conversations');
  conversationId = data[0]?.conversationId;
  if (conversationId === undefined) return;
  const conversation = await ask(`/conversations/${encodeURIComponent(conversationId)}`);
  for (const turn of conversation.data.turns) {
    const view = turnElement(turn.input ?? 'This message is not kept.', turn.files);
    view.executionId = turn.executionId;
    view.writing(turn.status === 'running');
    if (turn.status === 'failed' || turn.status === 'cancelled') view.fail(turn.reply ?? 'There is no answer.');
    else view.set(turn.reply ?? '');
    if (turn.questions.length > 0) view.ask(turn.questions);
    if (turn.status === 'running' && turn === conversation.data.turns.at(-1)) resumeReading(view);
  }
  toEnd();
}

async function resumeReading(view) {
  setBusy(true);
  try {
    await read(view, await follow());
    await finish(view);
  } catch (error) {
    view.fail(error.message);
  } finally {
    setBusy(false);
  }
}

async function begin(chat) {
  document.getElementById('gate').hidden = true;
  for (const id of ['composer', 'fresh', 'log']) document.getElementById(id).hidden = false;
  dress(chat);
  welcome(chat);
  input.focus();
  restored = restore();
  await restored;
}

/** What a visitor has to prove first. */
function askForProof(kind) {
  const gate = document.getElementById('gate');
  gate.hidden = false;
  if (kind === 'email') {
    askForEmail(ask, begin);
    return;
  }
  if (kind === 'sso') {
    void askForAccount(api).catch((error) => refuse(error.message));
    return;
  }
  const known = kind === 'password';
  document.getElementById('proof').hidden = !known;
  document.getElementById('gate-text').textContent = known ? 'This chat needs a password.' : 'You cannot sign in to this chat here.';
  if (known) document.getElementById('password').focus();
}

async function enter() {
  try {
    await begin(await ask(''));
  } catch (error) {
    if (error.proof === undefined) refuse(error.message);
    else askForProof(error.proof);
  }
}

function refuse(reason) {
  const gate = document.getElementById('gate');
  gate.hidden = false;
  document.getElementById('proof').hidden = true;
  document.getElementById('gate-text').textContent = reason;
}

document.getElementById('proof').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = document.getElementById('password');
  const problem = document.getElementById('password-problem');
  try {
    const body = JSON.stringify({ password: field.value });
    const chat = await ask('', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    field.value = '';
    await begin(chat);
  } catch (error) {
    problem.textContent = error.message;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
  }
});

composer.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (isBusy || (text === '' && attached.length === 0)) return;
  input.value = '';
  input.focus();
  await restored.catch(() => undefined);
  // What was written meanwhile stays behind it.
  if (isBusy) input.value = joined(text, input.value);
  else void sendMessage(text);
});

input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  composer.requestSubmit();
});

files.addEventListener('change', () => {
  const all = [...attached, ...files.files];
  attached = all.slice(0, mostFiles);
  if (all.length > mostFiles) say(`A message has at most ${mostFiles} files.`);
  files.value = '';
  showChosen();
});

document.getElementById('fresh').addEventListener('click', async () => {
  await restored.catch(() => undefined);
  if (isBusy) return;
  conversationId = undefined;
  unsent = undefined;
  turns.replaceChildren();
  input.focus();
});

void enter();
