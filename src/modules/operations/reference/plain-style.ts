import { markup } from '#edge/answer/markup.js';

export const plainStyle = markup`<style>
  :root {
    color-scheme: light dark;
    background: light-dark(#fff, #121212);
    color: light-dark(#1a1a1a, #eee);
  }
  a {
    color: light-dark(#0b4fbf, #a8c7fa);
  }
  body {
    margin: 0;
    font:
      1rem/1.5 system-ui,
      sans-serif;
    display: grid;
    grid-template-columns: 18rem minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  nav {
    position: sticky;
    top: 0;
    height: 100vh;
    overflow-y: auto;
    padding: 1rem;
  }
  .skip:not(:focus) {
    position: absolute;
    left: -999rem;
  }
  .skip {
    position: fixed;
    z-index: 1;
    padding: 0.5rem 1rem;
    background: Canvas;
  }
  nav ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  nav ul ul {
    margin: 0 0 0.75rem 0.5rem;
    font-size: 0.875rem;
  }
  nav a {
    display: block;
    padding: 0.25rem 0;
  }
  main {
    max-width: 60rem;
    padding: 1rem 2rem;
  }
  section {
    border-top: 1px solid;
    scroll-margin-top: 1rem;
    margin: 2rem 0;
  }
  h4 {
    margin: 1rem 0 0.25rem;
  }
  dl {
    margin: 0.25rem 0;
  }
  dl dl {
    border-left: 2px solid;
    padding-left: 0.75rem;
  }
  dd {
    margin: 0 0 0.5rem 1rem;
  }
  code {
    padding: 0 0.2em;
    border-radius: 0.2em;
    background: light-dark(#f1f1f1, #2b2b2b);
  }
  pre {
    overflow-x: auto;
    font-size: 0.875rem;
  }
  @media (max-width: 45rem) {
    body {
      display: block;
    }
    nav {
      position: static;
      height: auto;
    }
    nav ul ul {
      display: none;
    }
    main {
      padding: 1rem;
    }
  }
</style>`;
