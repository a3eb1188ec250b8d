/** What the page looks like, by day and by night, on a screen and on paper. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #fbfaf8; --front: #22201c; --quiet: #625d55; --line: #dcd7ce; --panel: #fff;
  --user: #dfeaf8; --mark: #8a4b00; --bad: #a3211b; --bad-back: #fbe9e7; --warn-back: #fdf1d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #1b1a18; --front: #ece8e1; --quiet: #aaa398; --line: #3b3833; --panel: #242320;
    --user: #243448; --mark: #e8b06a; --bad: #ff9d94; --bad-back: #3d2421; --warn-back: #3a3020;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 24px 16px 64px; max-width: 960px;
  background: var(--back); color: var(--front);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
h2 { margin: 0 0 6px; font-size: 13px; color: var(--quiet); font-weight: 600; }
h3 { margin: 10px 0 4px; font-size: 12px; color: var(--quiet); font-weight: 600; }
header p { margin: 2px 0; color: var(--quiet); font-size: 13px; }
header { margin-bottom: 24px; padding-bottom: 16px; border-bottom: 1px solid var(--line); }
time, .about { font-weight: 400; color: var(--quiet); font-size: 12px; }
article { margin: 0 0 16px; }
article.user { margin-left: 15%; padding: 10px 14px; border-radius: 12px; background: var(--user); }
article.ai { padding: 10px 14px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
article.system { margin-right: 15%; padding: 8px 14px; border-radius: 12px; border: 1px solid var(--line); }
article.system pre { font-family: ui-monospace, monospace; font-size: 13px; }
article.compact { border-top: 1px dashed var(--line); padding-top: 6px; color: var(--quiet); }
.model { padding: 1px 6px; border: 1px solid var(--line); border-radius: 6px; font-weight: 400; }
summary { cursor: pointer; padding: 3px 0; }
summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
details.item { margin-left: 12px; padding-left: 10px; border-left: 2px solid var(--line); }
details.item.error, details.item.orphan { border-left-color: var(--bad); }
details.item.error > summary b { color: var(--bad); }
pre { margin: 4px 0; white-space: pre-wrap; font: inherit; }
pre.code {
  padding: 8px 10px; border-radius: 8px;
  background: var(--back); border: 1px solid var(--line);
  font: 13px/1.45 ui-monospace, monospace;
}
.last { margin-top: 8px; }
.last.error { padding: 6px 10px; border-radius: 8px; background: var(--bad-back); }
.last.warning, .last.ongoing { padding: 6px 10px; border-radius: 8px; background: var(--warn-back); }
.cut { margin: 4px 0; color: var(--quiet); font-size: 12px; font-style: italic; }
img { display: block; max-width: 100%; margin: 8px 0; border-radius: 8px; }
@media print { body { max-width: none; } details:not([open]) > :not(summary) { display: none; } }
@media (max-width: 600px) { article.user { margin-left: 0; } article.system { margin-right: 0; } }
`
