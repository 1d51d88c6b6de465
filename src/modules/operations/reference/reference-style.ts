import { markup } from '#infrastructure/http/markup.js';

export const referenceStyle = markup`<style>
  :root {
    color-scheme: light dark;
  }
  body {
    margin: 0;
    font:
      1rem/1.5 system-ui,
      sans-serif;
    display: grid;
    grid-template-columns: 15rem minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  nav {
    position: sticky;
    top: 0;
    height: 100vh;
    overflow-y: auto;
    padding: 1rem;
  }
  nav ul {
    list-style: none;
    margin: 0;
    padding: 0;
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
    main {
      padding: 1rem;
    }
  }
</style>`;
