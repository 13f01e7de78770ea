/** The style sheet of the HTML report: light and dark, on screen and on paper. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --quiet: #59636e; --page: #ffffff; --box: #f6f8fa; --line: #d1d9e0;
  --good: #1a7f37; --bad: #cf222e; --warn: #9a6700; --crash: #8250df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f0f6fc; --quiet: #9198a1; --page: #0d1117; --box: #151b23; --line: #3d444d;
    --good: #3fb950; --bad: #f85149; --warn: #d29922; --crash: #ab7df8;
  }
}
body {
  margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
  font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
}
h1 { font-size: 1.6rem; margin-bottom: 0; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
p { margin: 0.25rem 0; }
code, pre, .id { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre {
  margin: 0; padding: 0.5rem 0.75rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--box); border: 1px solid var(--line);
  border-radius: 6px;
}
table { border-collapse: collapse; width: 100%; margin-top: 0.75rem; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.id { white-space: nowrap; }
a { color: inherit; }
dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.5rem 1rem; margin: 0.75rem 0; }
dt { font-weight: 600; }
dd { margin: 0; }
details { margin-top: 0.75rem; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.75rem; }
summary { cursor: pointer; }
.quiet { color: var(--quiet); }
.holds { color: var(--good); }
.fails { color: var(--bad); }
.warns { color: var(--warn); }
.crashes { color: var(--crash); }
.aside { color: var(--quiet); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0.25rem; } }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt; }
  tr, pre, dd { break-inside: avoid; }
  details::details-content { content-visibility: visible; height: auto; }
}
`;
