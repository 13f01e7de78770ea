export { renderBadge } from './badge.ts';
export { renderGithub } from './github.ts';
export { renderGithubSummary } from './github-summary.ts';
export { renderHtml } from './html.ts';
export { renderJson } from './json.ts';
export { renderJunit } from './junit.ts';
export { createLiveReporter, type LiveReporter } from './pretty/live.ts';
export { renderPretty } from './pretty/pretty.ts';
export { exitCodeOf } from './standing.ts';
