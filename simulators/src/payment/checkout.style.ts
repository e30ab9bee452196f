/** The hosted page's style sheet. */
export const CHECKOUT_STYLE = `
:root { color-scheme: light dark; --ground: #f3f5f8; --card: #ffffff; --ink: #16202c; --soft: #4c5a69; --line: #cbd3dd;
  --action: #0b5a6f; --on-action: #ffffff; --notice: #fff3cf; --on-notice: #533d00; --bad: #a3162a; }
@media (prefers-color-scheme: dark) { :root { --ground: #10161d; --card: #19222c; --ink: #eef2f6; --soft: #b3c0cd;
  --line: #3b4958; --action: #7fd0e4; --on-action: #06222b; --notice: #4a3a05; --on-notice: #ffeec0; --bad: #ff9daa; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: 10px 16px; background: var(--notice); color: var(--on-notice); text-align: center;
  font-weight: 600; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 20px; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 12px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0; }
.summary { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: baseline; margin: 12px 0 0; }
.summary div { min-width: 120px; } dt { color: var(--soft); font-size: .875rem; } dd { margin: 0;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.75rem; font-weight: 700; }
.ways { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); }
label { display: block; font-weight: 600; margin: 0 0 4px; }
input, select { width: 100%; min-height: 46px; padding: 8px 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: 8px; margin: 0 0 12px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
button { font: inherit; min-height: 46px; padding: 8px 18px; border-radius: 8px; border: 1px solid var(--action);
  background: transparent; color: var(--action); cursor: pointer; font-weight: 600; }
button.main { width: 100%; background: var(--action); color: var(--on-action); }
button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.test { margin: 16px 0 0; padding: 12px 0 0; border-top: 1px solid var(--line); }
.test p { margin: 0 0 8px; color: var(--soft); font-size: .9375rem; }
.test button { min-height: 44px; padding: 6px 12px; font-weight: 400; margin: 0 6px 8px 0; font-size: .9375rem;
  font-variant-numeric: tabular-nums; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; } .row > div { flex: 1 1 200px; }
.row > button { margin: 0 0 12px; }
.problem { color: var(--bad); font-weight: 600; margin: -8px 0 12px; } .alert { border-color: var(--bad); }
a { color: var(--action); }
@media print { .banner { border: 1px solid; } }
`;
