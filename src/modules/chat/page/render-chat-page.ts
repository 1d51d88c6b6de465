import { markup, type HtmlPart } from '#edge/answer/markup.js';

/** The page of a chat before its script has run. It says nothing about the chat, since visitors may have to prove something first. */
export function renderChatPage(identifier: string): string {
  return document(
    'Chat',
    markup`<header>
      <img id="logo" alt="" hidden />
      <h1 id="name">Chat</h1>
      <button id="fresh" class="second" type="button" hidden>New conversation</button>
    </header>
    <main tabindex="0" aria-label="Conversation" id="main">
      <noscript><p>This chat needs JavaScript.</p></noscript>
      <div id="gate" hidden>
        <p id="gate-text"></p>
        <form id="proof" hidden>
          <label for="password">Password</label>
          <input id="password" type="password" autocomplete="current-password" maxlength="1024" required aria-describedby="password-problem" />
          <p class="problem" id="password-problem" role="alert"></p>
          <button type="submit">Enter</button>
        </form>
        <form id="address-form" hidden>
          <label for="address">E-mail address</label>
          <input id="address" type="email" autocomplete="email" maxlength="320" required aria-describedby="address-problem" />
          <p class="problem" id="address-problem" role="alert"></p>
          <button type="submit">Send code</button>
        </form>
        <form id="code-form" hidden>
          <label for="code">Code from the message</label>
          <input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" pattern="[0-9]{6}" required aria-describedby="code-problem" />
          <p class="problem" id="code-problem" role="alert"></p>
          <button type="submit">Enter</button>
          <button class="second" id="other-address" type="button">Other address</button>
        </form>
        <p class="problem" id="providers-problem" role="alert"></p>
        <div id="providers" hidden></div>
      </div>
      <div id="log" hidden>
        <div id="welcome"></div>
        <ol id="turns" aria-label="Messages"></ol>
      </div>
    </main>
    <form id="composer" hidden aria-label="New message">
      <ul id="chosen" aria-label="Chosen files" hidden></ul>
      <div class="row">
        <input id="files" type="file" multiple aria-label="Attach files" />
        <label class="attach" for="files" aria-hidden="true">Attach</label>
        <label class="unseen" for="input">Message</label>
        <textarea id="input" rows="1" maxlength="1000000" placeholder="Message" dir="auto"></textarea>
        <button id="send" type="submit">Send</button>
      </div>
    </form>
    <p id="status" class="unseen" role="status"></p>`,
    markup` data-identifier="${identifier}"`,
  );
}

/** The page for an address at which no visitor can chat. */
export function renderNoChat(reason: string): string {
  return document('Chat', markup`<header><h1>Chat</h1></header><main><div id="gate"><p>${reason}</p></div></main>`, false);
}

function document(title: string, content: HtmlPart, attributes: HtmlPart): string {
  const script = attributes !== false && markup`<script type="module" src="/chat/assets/chat.js"></script>`;
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <link rel="stylesheet" href="/chat/assets/chat.css" />
      <link rel="icon" href="data:," />
      ${script}
    </head>
    <body${attributes}>
      ${content}
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}
