/** The inbox page's style sheet. */
export const INBOX_STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1a222c; --soft: #51606f; --line: #cfd6de;
  --mark: #e3eef3; --link: #0b5a6f; }
@media (prefers-color-scheme: dark) { :root { --ground: #11161c; --card: #1a222b; --ink: #eef2f6; --soft: #b1bdc9;
  --line: #3a4754; --mark: #24333e; --link: #7fd0e4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; padding: 14px 20px;
  border-bottom: 1px solid var(--line); background: var(--card); }
header h1 { font-size: 1.2rem; margin: 0; } header p { margin: 0; color: var(--soft); }
.panes { display: grid; gap: 16px; padding: 16px; grid-template-columns: minmax(260px, 360px) minmax(0, 1fr);
  align-items: start; }
@media (max-width: 800px) { .panes { grid-template-columns: minmax(0, 1fr); } }
.pane { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.list { list-style: none; margin: 0; padding: 0; max-height: 80vh; overflow: auto; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: block; padding: 10px 14px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.list a:hover, .list a[aria-current] { background: var(--mark); }
.list strong { display: block; } .list span { color: var(--soft); font-size: .875rem; display: block; }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: -3px; }
.message { padding: 16px; } .message h2 { margin: 0 0 8px; font-size: 1.15rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 0 0 12px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 65vh; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: .9375rem; }
details { margin-top: 12px; } summary { cursor: pointer; padding: 8px 0; font-weight: 600; }
.empty { padding: 24px; color: var(--soft); margin: 0; }
`;
