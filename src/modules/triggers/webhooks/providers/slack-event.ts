import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { at } from './event-condition.js';

const text = '';
const nothing = null;
const list: readonly Json[] = [];

/**
 * Where each field of an event is, in the three forms in which Slack sends them: events, slash commands, and interactive payloads. The first
 * place that has a value counts; without any, the field has the empty value at the end.
 */
const places: Readonly<Record<string, readonly [places: readonly string[], empty: Json]>> = {
  subtype: [['event.subtype'], text],
  channel: [['event.channel.id', 'event.channel', 'event.item.channel', 'channel_id', 'channel.id', 'container.channel_id'], text],
  channel_name: [['channel_name', 'channel.name', 'event.channel.name'], text],
  channel_type: [['event.channel_type'], text],
  user: [['event.user.id', 'event.user', 'user_id', 'user.id'], text],
  user_name: [['user_name', 'user.username', 'user.name', 'event.user.name'], text],
  bot_id: [['event.bot_id'], text],
  text: [['event.text', 'text', 'message.text'], text],
  timestamp: [['event.ts', 'event.event_ts', 'action_ts', 'message.ts'], text],
  thread_ts: [['event.thread_ts', 'message.thread_ts'], text],
  team_id: [['team_id', 'team.id', 'event.team'], text],
  event_id: [['event_id'], text],
  reaction: [['event.reaction'], text],
  item_user: [['event.item_user'], text],
  command: [['command'], text],
  response_url: [['response_url'], text],
  trigger_id: [['trigger_id'], text],
  callback_id: [['callback_id', 'view.callback_id'], text],
  api_app_id: [['api_app_id'], text],
  message_ts: [['event.item.ts', 'message.ts', 'container.message_ts', 'message_ts'], text],
  view: [['view', 'event.view'], nothing],
  message: [['message', 'event.message'], nothing],
  state: [['state', 'view.state'], nothing],
  actions: [['actions'], list],
  files: [['event.files', 'message.files'], list],
};

/** An event of Slack in one shape, however it was sent. */
export function slackEvent(body: JsonObject): JsonObject {
  const fields = Object.fromEntries(Object.entries(places).map(([name, [paths, empty]]) => [name, first(body, paths, empty)]));
  const { actions, files } = fields;
  const [action] = Array.isArray(actions) ? (actions as readonly Json[]) : list;
  return {
    event_type: eventType(body),
    ...fields,
    action_id: first(action, ['action_id'], text),
    action_value: first(action, ['value', 'selected_option.value', 'selected_date', 'selected_user'], text),
    hasFiles: Array.isArray(files) && files.length > 0,
  };
}

function eventType(body: JsonObject): Json {
  if (isJsonObject(body['event'])) return at(body, 'event.type') ?? text;
  return body['command'] === undefined ? (body['type'] ?? text) : 'slash_command';
}

/** A field whose empty value is text is never an object: Slack writes some ids as objects too. */
function first(value: Json | undefined, paths: readonly string[], empty: Json): Json {
  const found = paths
    .map((path) => at(value, path))
    .find((each) => each !== undefined && each !== null && !(empty === text && isJsonObject(each)));
  return found ?? empty;
}
