import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { slackEvent } from './slack-event.js';

/** The input of a run that a delivery of a provider starts: the body, with fields that are easier to refer to. */
export function providerInput(verification: string, eventName: string | undefined, body: Json): Json {
  if (!isJsonObject(body)) return body;
  const added = Object.hasOwn(additions, verification) ? additions[verification] : undefined;
  return added === undefined ? body : { ...body, ...added(body, eventName) };
}

const additions: Readonly<Record<string, (body: JsonObject, eventName: string | undefined) => JsonObject>> = {
  github: ({ action, ref }, eventName = '') => ({
    event_type: eventName,
    action: action ?? '',
    branch: typeof ref === 'string' ? ref.replace(/^refs\/heads\//, '') : '',
  }),
  slack: (body) => ({ event: slackEvent(body) }),
  telegram: (body) => telegramFields(body),
};

function telegramFields(body: JsonObject): JsonObject {
  const updateType = Object.keys(body).find((key) => key !== 'update_id' && isJsonObject(body[key])) ?? '';
  const update = fieldsOf(body[updateType]);
  const message = updateType === 'callback_query' ? fieldsOf(update['message']) : update;
  const sender = fieldsOf(update['from']);
  return {
    message: {
      id: message['message_id'] ?? null,
      text: message['text'] ?? message['caption'] ?? '',
      date: message['date'] ?? null,
      messageType: messageTypes.find((type) => message[type] !== undefined) ?? '',
      raw: update,
    },
    sender: {
      id: sender['id'] ?? null,
      username: sender['username'] ?? '',
      firstName: sender['first_name'] ?? '',
      lastName: sender['last_name'] ?? '',
      languageCode: sender['language_code'] ?? '',
      isBot: sender['is_bot'] === true,
    },
    updateId: body['update_id'] ?? null,
    updateType,
  };
}

const messageTypes = ['text', 'photo', 'document', 'audio', 'video', 'voice', 'sticker', 'location', 'contact', 'poll'];

function fieldsOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
